//! Tells `cargo xtask test` what was not run and why: a line on the error
//! output, and one in the file that `WARPBENCH_SKIPS` names.

use std::io::Write;

/// Records that a test is skipped.
pub(crate) fn record(test: &str, reason: &str) {
    let line = format!("skipped: {test}: {}", reason.replace('\n', " "));
    eprintln!("{line}");
    let Some(path) = std::env::var_os("WARPBENCH_SKIPS") else { return };
    let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
    if let Ok(mut file) = file {
        // One write per line, or tests that run side by side would mix theirs. A
        // list that cannot be written is not worth failing a test for.
        let _ = file.write_all(format!("{line}\n").as_bytes());
    }
}
