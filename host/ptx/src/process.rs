//! Running other programs.

use std::{
    env,
    ffi::OsStr,
    io,
    path::{Path, PathBuf},
    process::{Command, ExitStatus, Stdio},
};

use thiserror::Error;

/// Why a program gave no result.
#[derive(Debug, Error)]
pub enum ProcessError {
    /// It is not there, or may not be run.
    #[error("cannot start {program}")]
    Start {
        /// The program's name or path.
        program: String,
        source: io::Error,
    },
    /// It ran and says that it failed.
    #[error("`{line}` failed ({status}){}{}", if said.is_empty() { "" } else { ":\n" }, said)]
    Failed {
        /// The command as a user would type it.
        line: String,
        status: ExitStatus,
        /// What it printed; empty where the user saw it already.
        said: String,
    },
    /// It printed bytes that are no text.
    #[error("{program} printed something that is no text")]
    NoText {
        /// The program's name or path.
        program: String,
    },
}

/// Runs a program whose output the user sees as it comes.
pub fn run(command: &mut Command) -> Result<(), ProcessError> {
    let status = command
        .stdin(Stdio::null())
        .status()
        .map_err(|source| ProcessError::Start { program: name(command), source })?;
    if !status.success() {
        return Err(ProcessError::Failed { line: line(command), status, said: String::new() });
    }
    Ok(())
}

/// Runs a program for what it prints on its standard output.
pub fn output(command: &mut Command) -> Result<String, ProcessError> {
    let output = unseen(command)
        .stdin(Stdio::null())
        .output()
        .map_err(|source| ProcessError::Start { program: name(command), source })?;
    if !output.status.success() {
        let said = format!(
            "{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr).trim_end()
        );
        return Err(ProcessError::Failed { line: line(command), status: output.status, said });
    }
    String::from_utf8(output.stdout).map_err(|_| ProcessError::NoText { program: name(command) })
}

/// Whether a program can be started and ends well. What it prints is dropped.
pub fn succeeds(command: &mut Command) -> bool {
    unseen(command)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Windows opens a console in a window for programs that one without a console starts.
#[cfg(windows)]
fn unseen(command: &mut Command) -> &mut Command {
    const CREATE_NO_WINDOW: u32 = 0x0800_0000;
    std::os::windows::process::CommandExt::creation_flags(command, CREATE_NO_WINDOW)
}

#[cfg(not(windows))]
fn unseen(command: &mut Command) -> &mut Command {
    command
}

/// The first file of that name in the folders of PATH.
pub fn find_in_path(program: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders)
        .map(|folder| executable(&folder, program))
        .find(|path| path.is_file())
}

/// A program's path in a folder, with the ending that programs have here.
pub fn executable(folder: &Path, program: &str) -> PathBuf {
    folder.join(format!("{program}{}", env::consts::EXE_SUFFIX))
}

fn name(command: &Command) -> String {
    command.get_program().to_string_lossy().into_owned()
}

/// The command as a user would type it.
fn line(command: &Command) -> String {
    std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(OsStr::to_string_lossy)
        .collect::<Vec<_>>()
        .join(" ")
}
