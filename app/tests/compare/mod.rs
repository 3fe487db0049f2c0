//! `warpbench compare` as it is used: on a machine without a GPU, with files of several
//! machines, against a baseline, and through interruptions.

mod kill;
mod runs;
mod show;

use std::path::PathBuf;
use std::process::{Command, Output};
use tempfile::TempDir;
use warpbench_compare::Results;

/// A folder in which the program is used.
struct Desk(TempDir);

impl Desk {
    fn new() -> Desk {
        Desk(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).expect(name);
    }

    /// A result file, which must be one.
    fn results(&self, name: &str) -> Results {
        warpbench_compare::read(&self.read(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_warpbench"));
        command.args(line.split_whitespace()).current_dir(self.0.path());
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        command
    }

    /// Uses the program here, which must end so. Returns what it printed.
    #[track_caller]
    fn run(&self, line: &str, code: i32) -> String {
        let output: Output = self.command(line).output().expect("the binary starts");
        let text = format!(
            "{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        assert_eq!(output.status.code(), Some(code), "warpbench {line}\n{text}");
        assert!(!text.contains("panicked"), "{text}");
        text
    }
}

/// Whether this machine has an adapter, a software one at least.
fn has_adapter() -> bool {
    let text = Desk::new().run("devices", 0);
    text.lines().any(|line| line.starts_with("wgpu ") && !line.contains("not available"))
}
