//! Gradescope's `results.json`.

use super::{account, plain, plain_line, summary};
use crate::outcome::{Graded, Status};
use serde::Serialize;

/// The whole file.
#[derive(Debug, Serialize)]
struct Results {
    score: f64,
    output: String,
    output_format: &'static str,
    visibility: &'static str,
    stdout_visibility: &'static str,
    tests: Vec<Test>,
}

#[derive(Debug, Serialize)]
struct Test {
    score: f64,
    max_score: f64,
    status: &'static str,
    name: String,
    name_format: &'static str,
    number: String,
    output: String,
    output_format: &'static str,
    visibility: &'static str,
}

/// The text of `results.json`.
pub fn write(graded: &Graded) -> String {
    let tests = graded.checks.iter().enumerate().filter(|(_, check)| {
        // What could not be tried here is no test that failed.
        check.status != Status::Skipped
    });
    let tests = tests.map(|(index, check)| Test {
        score: check.points,
        max_score: check.of,
        status: if check.status == Status::Passed { "passed" } else { "failed" },
        name: plain_line(&check.name),
        name_format: "text",
        number: (index + 1).to_string(),
        output: match &graded.refused {
            Some(refused) => plain(refused),
            None => account(check),
        },
        output_format: "text",
        visibility: if check.hidden { "hidden" } else { "visible" },
    });
    let results = Results {
        score: graded.points,
        output: summary(graded),
        output_format: "text",
        visibility: "visible",
        stdout_visibility: "hidden",
        tests: tests.collect(),
    };
    serde_json::to_string_pretty(&results).unwrap_or_default() + "\n"
}
