//! Output that nobody reads: a command ends quietly when its pipe is closed.

use std::io;
use std::process::{Command, Stdio};

/// What a shell shows for `cat`, `grep` and the like: 128 and the signal's number.
const CLOSED_PIPE: i32 = 141;

#[test]
fn a_closed_pipe_ends_every_command_quietly() {
    let text = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/examples/sim/saxpy.rs");
    let check = |arguments: &[&str], closes_errors: bool| {
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        let errors = match closes_errors {
            true => Stdio::from(writer.try_clone().expect("a copy")),
            false => Stdio::piped(),
        };
        let output = Command::new(env!("CARGO_BIN_EXE_warpbench"))
            .args(arguments)
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .stdout(writer)
            .stderr(errors)
            .output()
            .expect("the binary starts");
        let words = String::from_utf8_lossy(&output.stderr);
        assert!(!words.contains("panicked"), "{arguments:?}: {words}");
        output.status.code()
    };
    let commands: &[&[&str]] = &[
        // On Windows there is always a display, and this opens a window.
        #[cfg(not(windows))]
        &[],
        &["--help"],
        &["tour"],
        &["devices"],
        &["devices", "--json"],
        &["list"],
        &["run", "vecadd", "--size", "100", "--backend", "cpu", "--repeat", "1"],
        &["bench", "vecadd", "--size", "100", "--backend", "cpu", "--repeat", "1", "--markdown"],
        &["sim", "vecadd", "--size", "100"],
        &["check", text],
        &["translate", text, "--to", "wgsl"],
    ];
    for &arguments in commands {
        assert_eq!(check(arguments, false), Some(CLOSED_PIPE), "{arguments:?}");
        assert_eq!(check(arguments, true), Some(CLOSED_PIPE), "{arguments:?}");
    }
    // What is wrong is said by the exit code where nobody reads the words.
    let failing: [(&[&str], i32); 3] =
        [(&["sim", "vecad"], 1), (&["nosuch"], 1), (&["run", "gone.rs"], 1)];
    for (arguments, expected) in failing {
        assert_eq!(check(arguments, true), Some(expected), "{arguments:?}");
    }
}
