//! `warpbench labs check`: whether labs are sound.

use crate::exit::Verdict;
use crate::grade::ShelfArguments;
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;
use std::time::Instant;
use warpbench_lab::grade::Grader;
use warpbench_lab::lab::Lab;
use warpbench_lab::outcome::Status;
use warpbench_lab::report::{points, text};
use warpbench_lab::{Clock, Limits};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The labs: numbers, names or folders; without any, all of them
    #[arg(value_name = "LAB")]
    wanted: Vec<PathBuf>,
    #[command(flatten)]
    shelf: ShelfArguments,
}

pub(super) fn run(arguments: &Arguments) -> Result<Verdict> {
    let shelf = arguments.shelf.shelf();
    let names = match arguments.wanted.is_empty() {
        true => shelf.names()?.into_iter().map(PathBuf::from).collect(),
        false => arguments.wanted.clone(),
    };
    let mut verdict = Verdict::Right;
    if names.is_empty() {
        println!("There is no lab; `warpbench labs new` begins one.");
    }
    for name in names {
        let problems = match shelf.find_path(&name) {
            Ok(lab) => check(lab),
            Err(error) => vec![format!("{error:#}")],
        };
        let name = name.display();
        if problems.is_empty() {
            println!("{name}: sound");
        } else {
            verdict = Verdict::Wrong;
            println!("{name}: not sound");
            for problem in problems {
                println!("{}", textwrap::indent(problem.trim_end(), "    "));
            }
        }
    }
    Ok(verdict)
}

/// What is wrong with a lab.
fn check(lab: Lab) -> Vec<String> {
    let mut problems = Vec::new();
    if lab.checks.iter().all(|check| check.points == 0.0) {
        problems.push("no check has points".to_owned());
    }
    let grader = match Grader::new(lab, Limits::default()) {
        Ok(grader) => grader,
        Err(error) => {
            problems.push(error.to_string());
            return problems;
        }
    };
    if grader.asks_for_nothing() {
        problems.push(
            "a kernel that does nothing would be right: at every size, the results are what the \
             buffers hold before the launch; does the solution write them?"
                .to_owned(),
        );
    }
    for texts in &grader.lab().texts {
        let grade = |source| {
            let started = Instant::now();
            let clock = Clock { elapsed: &|| started.elapsed(), go_on: &|| true };
            grader.grade("", source, &clock)
        };
        let solution = grade(&texts.solution);
        if !solution.passed() {
            let said = text::write(&solution);
            problems.push(format!("{} does not pass:\n{said}", texts.solution.path));
        }
        let starter = grade(&texts.starter);
        match (&starter.refused, starter.passed()) {
            (Some(refused), _) => {
                problems.push(format!("{} cannot be run:\n{refused}", texts.starter.path));
            }
            (None, true) => problems.push(format!(
                "{} passes as it is, with {} points: there is nothing to do",
                texts.starter.path,
                points(starter.points)
            )),
            (None, false) => {}
        }
        let earned = solution.checks.iter().filter(|check| check.status == Status::Passed);
        if earned.count() == 0 && solution.passed() {
            problems.push(format!("nothing is checked of {}", texts.solution.path));
        }
    }
    problems
}
