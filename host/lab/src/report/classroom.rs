//! GitHub Classroom's form: what its reporter reads of a runner.
//!
//! The reporter prints names and messages into the log of a workflow, where a line that
//! begins with `::` is a command to the machine that runs it; nothing here begins so.

use super::{account, plain};
use crate::outcome::{Graded, Status};
use serde::Serialize;

#[derive(Debug, Serialize)]
struct Results {
    version: u32,
    status: &'static str,
    max_score: f64,
    tests: Vec<Test>,
}

#[derive(Debug, Serialize)]
struct Test {
    name: String,
    status: &'static str,
    message: Option<String>,
    test_code: String,
    filename: String,
    line_no: u32,
    score: f64,
}

/// The text that a runner hands over, before it is put into base 64.
pub fn write(graded: &Graded) -> String {
    let made = graded.checks.iter().filter(|check| check.status != Status::Skipped);
    let tests = made.map(|check| Test {
        name: line(&check.name),
        status: match (check.status, &graded.refused) {
            (Status::Passed, _) => "pass",
            (_, Some(_)) => "error",
            _ => "fail",
        },
        message: match (&graded.refused, check.status) {
            (_, Status::Passed) => None,
            (Some(refused), _) => Some(no_command(&plain(refused))),
            (None, _) => Some(no_command(&account(check))),
        },
        test_code: format!("warpbench grade {} {}", graded.lab, line(&graded.submission)),
        filename: line(&graded.submission),
        line_no: match &check.place {
            Some(place) if !check.hidden => place.line.unwrap_or(0),
            _ => 0,
        },
        score: check.points,
    });
    let results = Results {
        version: 1,
        status: match (&graded.refused, graded.passed()) {
            (Some(_), _) => "error",
            (None, true) => "pass",
            (None, false) => "fail",
        },
        max_score: graded.of,
        tests: tests.collect(),
    };
    serde_json::to_string(&results).unwrap_or_default() + "\n"
}

/// Text of which no line is a command of a workflow.
fn no_command(text: &str) -> String {
    let harmless = |line: &str| {
        let line = line.replace("##[", "## [");
        if line.trim_start().starts_with("::") { format!("· {line}") } else { line }
    };
    text.split('\n').map(harmless).collect::<Vec<_>>().join("\n")
}

fn line(text: &str) -> String {
    no_command(&super::plain_line(text))
}
