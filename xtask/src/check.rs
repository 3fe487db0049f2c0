//! `cargo xtask check`: everything that CI checks, cheapest first.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

use crate::{process, ptx, system, test, tidy, workspace::Workspace};

/// A step, which says whether it went well.
type Step = (&'static str, fn(&Workspace) -> Result<bool>);

const STEPS: [Step; 5] = [
    ("fmt", fmt),
    ("clippy", clippy),
    ("tidy", |workspace| tidy::run(workspace).map(|()| true)),
    ("ptx", |workspace| ptx::check(workspace).map(|()| true)),
    ("test", |workspace| test::run(workspace, &[]).map(|code| code == ExitCode::SUCCESS)),
];

/// Runs the steps up to the first that fails.
pub(crate) fn run(workspace: &Workspace) -> Result<ExitCode> {
    for (number, (name, step)) in STEPS.iter().enumerate() {
        heading(name);
        let succeeded = step(workspace).unwrap_or_else(|error| {
            eprintln!("error: {error:#}");
            false
        });
        if !succeeded {
            if let Some(sentence) = failure(name, &STEPS[number + 1..]) {
                println!("{sentence}");
            }
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn heading(name: &str) {
    // CI services fold the output under such a line.
    println!("\n==> {name}");
}

/// Names the step that failed and those behind it. Behind the tests there is
/// none, and their counts are to be the last line.
fn failure(name: &str, rest: &[Step]) -> Option<String> {
    let rest: Vec<&str> = rest.iter().map(|(name, _)| *name).collect();
    (!rest.is_empty()).then(|| format!("\ncheck: {name} failed; not reached: {}", rest.join(", ")))
}

fn fmt(workspace: &Workspace) -> Result<bool> {
    require(workspace, "fmt", "rustfmt")?;
    process::run(workspace.cargo().args(["fmt", "--all", "--", "--check"]))
        .context("the code is not formatted; `cargo fmt --all` formats it")?;
    Ok(true)
}

fn clippy(workspace: &Workspace) -> Result<bool> {
    require(workspace, "clippy", "clippy")?;
    process::run(workspace.cargo().args([
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "--deny",
        "warnings",
    ]))?;
    Ok(true)
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
        assert_eq!(sentence.as_deref(), Some("\ncheck: tidy failed; not reached: ptx, test"));
        assert_eq!(failure("test", &[]), None);
    }
}
