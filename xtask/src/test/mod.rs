//! `cargo xtask test`: all tests, with an honest account at the end.
//!
//! A test that cannot run here (no Vulkan driver, no display, no GPU) says so in
//! the file that WARPBENCH_SKIPS names, one line `skipped: <test>: <reason>`.
//! The name is that of the whole test, as the runner prints it; a part of a test
//! that does run otherwise has a name of its own. What was skipped, and what the
//! runner ignored, is listed at the end, and the last line holds the counts.

pub(crate) mod packages;
mod summary;

use std::{
    fs,
    io::{self, BufRead, BufReader, IsTerminal, Write},
    path::Path,
    process::{Command, ExitCode, Stdio},
    thread,
};

use anyhow::{Context, Result, anyhow};

use self::summary::Summary;
use crate::{
    process,
    ptx::{ptxas, toolchain},
    workspace::Workspace,
};

/// Runs the tests and prints the account, in which lines `skipped: <name>:
/// <reason>` about other things can stand too. Fails when a test or the build
/// does.
pub(crate) fn run(
    workspace: &Workspace,
    arguments: &[String],
    skipped_before: &[String],
) -> Result<ExitCode> {
    packages::ensure();
    toolchain::ensure();
    ptxas::ensure(workspace);
    account(workspace, commands(workspace, arguments), skipped_before)
}

/// Compiles all tests but those in documents, and runs none.
pub(crate) fn compile(workspace: &Workspace) -> Result<()> {
    let [mut all, _] = whole(workspace);
    Ok(process::run(all.arg("--no-run"))?)
}

/// What runs the tests that these arguments choose.
fn commands(workspace: &Workspace, arguments: &[String]) -> Vec<Command> {
    if arguments.is_empty() {
        return whole(workspace).into();
    }
    let mut command = workspace.cargo();
    command.args(["test", "--no-fail-fast"]);
    if !names_packages(arguments) {
        command.arg("--workspace");
    }
    command.args(arguments);
    vec![command]
}

/// What runs all tests: programs, and examples in documents. Together in one command they
/// would also link every example of the workspace, which nobody runs here and clippy checks.
fn whole(workspace: &Workspace) -> [Command; 2] {
    ["--tests", "--doc"].map(|kind| {
        let mut command = workspace.cargo();
        command.args(["test", "--no-fail-fast", "--workspace", kind]);
        command
    })
}

/// Runs these `cargo test`s, one after the other, and prints one account.
pub(crate) fn account(
    workspace: &Workspace,
    commands: Vec<Command>,
    skipped_before: &[String],
) -> Result<ExitCode> {
    let skips = workspace.target_dir().join("skipped-tests.txt");
    fs::create_dir_all(workspace.target_dir()).context("cannot create the target folder")?;
    fs::write(&skips, "").with_context(|| format!("cannot write {}", skips.display()))?;

    let mut summary = Summary::default();
    let mut succeeded = true;
    for command in commands {
        let has_ended_well = read_along(command, &skips, &mut summary)?;
        summary.end(has_ended_well);
        succeeded &= has_ended_well;
    }
    let skipped =
        fs::read_to_string(&skips).with_context(|| format!("cannot read {}", skips.display()))?;
    summary.add_skips(&skipped_before.join("\n"));
    summary.add_skips(&skipped);
    if !succeeded && summary.failed() == 0 {
        println!("\nthe tests could not be built or run; cargo says why above");
    }
    print!("{summary}");
    Ok(if succeeded && summary.failed() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What comes behind all that cargo has printed.
const END: &[u8] = b"\0\n";

/// Shows what cargo prints as it comes and reads along.
fn read_along(mut command: Command, skips: &Path, summary: &mut Summary) -> Result<bool> {
    // One pipe for both streams keeps their lines in order.
    let (reader, mut writer) = io::pipe().context("cannot create a pipe")?;
    command
        .env("WARPBENCH_SKIPS", skips)
        .stdin(Stdio::null())
        .stdout(writer.try_clone().context("cannot duplicate a pipe")?)
        .stderr(writer.try_clone().context("cannot duplicate a pipe")?);
    if io::stdout().is_terminal() {
        command.env("CARGO_TERM_COLOR", "always");
    }
    let mut child = command.spawn().context("cannot start cargo")?;
    // What a test has left running may hold the pipe open for ever.
    let waiting = thread::spawn(move || {
        let status = child.wait();
        writer.write_all(END).and(status)
    });

    let mut reader = BufReader::new(reader);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line).context("cannot read what cargo prints")? > 0 {
        let has_ended = line.ends_with(END);
        if has_ended {
            line.truncate(line.len() - END.len());
        }
        let mut stdout = io::stdout().lock();
        stdout.write_all(&line).and_then(|()| stdout.flush()).context("cannot print")?;
        summary.read_line(&String::from_utf8_lossy(&line));
        line.clear();
        if has_ended {
            break;
        }
    }
    let status = waiting.join().map_err(|_| anyhow!("nobody waited for cargo"))?;
    Ok(status.context("cannot wait for cargo")?.success())
}

/// Whether the arguments for cargo choose packages themselves.
fn names_packages(arguments: &[String]) -> bool {
    let for_cargo = arguments.iter().take_while(|argument| *argument != "--");
    for_cargo.into_iter().any(|argument| {
        argument.starts_with("-p") || argument.starts_with("--package") || argument == "--workspace"
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_running_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let late = folder.path().join("late");
        let mut command = Command::new("sh");
        command.args(["-c", r#"(sleep 5; touch "$0") & echo words; exit 3"#]).arg(&late);
        let skips = folder.path().join("skips");
        let succeeded = read_along(command, &skips, &mut Summary::default()).unwrap();
        assert!(!succeeded);
        assert!(!late.exists());
    }

    #[test]
    fn chosen_packages_replace_the_workspace() {
        let cases: [(&[&str], bool); 6] = [
            (&[], false),
            (&["-p", "xtask"], true),
            (&["--package=xtask"], true),
            (&["--release", "name"], false),
            // What comes after the dashes is for the tests.
            (&["--", "-p"], false),
            (&["--test", "devices"], false),
        ];
        for (arguments, expected) in cases {
            let arguments: Vec<String> = arguments.iter().map(|&text| text.to_owned()).collect();
            assert_eq!(names_packages(&arguments), expected, "{arguments:?}");
        }
    }
}
