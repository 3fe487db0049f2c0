//! `cargo xtask check`: everything that CI checks, cheapest first.

use std::{
    process::{Command, ExitCode},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};

use crate::{outcome, process, ptx, system, test, tidy, web, workspace::Workspace};

/// How a step ended.
enum Outcome {
    Succeeded,
    Failed,
    /// This machine cannot do it, and why.
    Skipped(String),
}

/// What a step knows: the repository, and what the steps before it skipped, as
/// the tests tell of theirs.
type Step = (&'static str, fn(&Workspace, &[String]) -> Result<Outcome>);

const STEPS: [Step; 6] = [
    ("fmt", |workspace, _| fmt(workspace).map(succeeded)),
    ("clippy", |workspace, _| clippy(workspace).map(succeeded)),
    ("tidy", |workspace, _| tidy::run(workspace).map(succeeded)),
    ("ptx", |workspace, _| ptx::check(workspace).map(succeeded)),
    ("web", |workspace, _| {
        let then = web::Then::Test;
        let request = web::Request { folder: None, then, beside: compile_tests };
        web::run(workspace, &request).map(Outcome::from)
    }),
    // The tests come last, because their account ends with all that was skipped.
    ("test", |workspace, skips| {
        let code = test::run(workspace, &[], skips)?;
        Ok(if code == ExitCode::SUCCESS { Outcome::Succeeded } else { Outcome::Failed })
    }),
];

/// Compiles all that is run later on this machine: the tests, and what those of the web
/// compare with.
fn compile_tests(workspace: &Workspace) -> Result<()> {
    test::compile(workspace)?;
    web::build_requests(workspace)
}

fn succeeded((): ()) -> Outcome {
    Outcome::Succeeded
}

impl From<outcome::Outcome> for Outcome {
    fn from(outcome: outcome::Outcome) -> Outcome {
        match outcome {
            outcome::Outcome::Succeeded => Outcome::Succeeded,
            outcome::Outcome::Skipped(why) => Outcome::Skipped(why),
        }
    }
}

/// Runs the steps up to the first that fails.
pub(crate) fn run(workspace: &Workspace) -> Result<ExitCode> {
    let mut skips = Vec::new();
    let start = Instant::now();
    for (number, (name, step)) in STEPS.iter().enumerate() {
        heading(name, start.elapsed());
        let outcome = step(workspace, &skips).unwrap_or_else(|error| {
            eprintln!("error: {error:#}");
            Outcome::Failed
        });
        match outcome {
            Outcome::Succeeded => {}
            Outcome::Skipped(why) => {
                let line = format!("skipped: {name}: {why}");
                println!("{line}");
                skips.push(line);
            }
            Outcome::Failed => {
                if let Some(sentence) = failure(name, &STEPS[number + 1..]) {
                    println!("{sentence}");
                }
                return Ok(ExitCode::FAILURE);
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The name of a step, and how long those before it took.
fn heading(name: &str, elapsed: Duration) {
    // CI services fold the output under such a line.
    println!("\n==> {name}, after {:.1} min", elapsed.as_secs_f64() / 60.0);
}

/// Names the step that failed and those behind it. Behind the tests there is
/// none, and their counts are to be the last line.
fn failure(name: &str, rest: &[Step]) -> Option<String> {
    let rest: Vec<&str> = rest.iter().map(|(name, _)| *name).collect();
    (!rest.is_empty()).then(|| format!("\ncheck: {name} failed; not reached: {}", rest.join(", ")))
}

fn fmt(workspace: &Workspace) -> Result<()> {
    require(workspace, "fmt", "rustfmt")?;
    process::run(workspace.cargo().args(["fmt", "--all", "--", "--check"]))
        .context("the code is not formatted; `cargo fmt --all` formats it")
}

fn clippy(workspace: &Workspace) -> Result<()> {
    require(workspace, "clippy", "clippy")?;
    process::run(workspace.cargo().args([
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "--deny",
        "warnings",
    ]))?;
    Ok(())
}

/// Fails with the way to install a component of the compiler that is missing.
fn require(workspace: &Workspace, subcommand: &str, component: &str) -> Result<()> {
    let works = |cargo: &mut Command| process::succeeds(cargo.args([subcommand, "--version"]));
    if works(&mut workspace.cargo()) {
        return Ok(());
    }
    if system::in_ci()
        && process::succeeds(Command::new("rustup").args(["component", "add", component]))
    {
        return Ok(());
    }
    bail!("{component} is missing: rustup component add {component}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_names_what_was_not_reached() {
        let sentence = failure("tidy", &STEPS[3..]);
        assert_eq!(sentence.as_deref(), Some("\ncheck: tidy failed; not reached: ptx, web, test"));
        assert_eq!(failure("test", &[]), None);
    }
}
