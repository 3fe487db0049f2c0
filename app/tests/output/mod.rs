//! What the program printed, how it ended, and files to give it.

use serde_json::Value;
use std::fs;
use std::process::{Command, Output};
use tempfile::TempDir;

pub(crate) fn warpbench(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_warpbench"))
        .args(arguments)
        .output()
        .expect("the binary starts")
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

pub(crate) fn json_of(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error} in {}{}", stdout(output), stderr(output)))
}

pub(crate) fn code(output: &Output) -> i32 {
    output.status.code().expect("it was not killed")
}

/// A kernel and its case in a folder of their own.
pub(crate) struct Lab {
    folder: TempDir,
    file: &'static str,
}

impl Lab {
    /// Writes a kernel to a file of this name, and a case beside it if there is
    /// one.
    pub(crate) fn of(file: &'static str, text: &str, case: &str) -> Lab {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join(file), text).expect("the text");
        if !case.is_empty() {
            fs::write(folder.path().join("lab.toml"), case).expect("the case");
        }
        Lab { folder, file }
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    /// A command on the kernel.
    pub(crate) fn call(&self, command: &str, options: &[&str]) -> Output {
        let file = self.path(self.file);
        warpbench(&[&[command, file.as_str()], options].concat())
    }
}
