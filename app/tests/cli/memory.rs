//! A process that may not have much memory: a run ends in a sentence or watches less,
//! and never in an abort.

use super::{json, stderr, stdout};
use std::process::{Command, Output};

/// Runs with so many MiB of address space, which threads and libraries take a part of.
fn warpbench(mebibytes: u64, arguments: &str) -> Output {
    let script = format!("ulimit -v {}; exec \"$0\" {arguments}", mebibytes << 10);
    Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_warpbench")])
        .output()
        .expect("there is a shell")
}

#[test]
fn a_run_in_little_address_space_never_aborts() {
    let check = |mebibytes: u64, arguments: &str, expected: &[i32]| {
        let output = warpbench(mebibytes, arguments);
        let text = format!("{}{}", stdout(&output), stderr(&output));
        let code = output.status.code();
        let about = format!("{arguments} in {mebibytes} MiB: {}\n{text}", output.status);
        assert!(code.is_some_and(|code| expected.contains(&code)), "{about}");
        assert!(!text.contains("panicked") && !text.contains("memory allocation"), "{about}");
        match code {
            Some(1) => {
                let words = ["error: ", " bytes", "choose a smaller size"];
                assert!(words.iter().all(|word| text.contains(word)), "{about}");
            }
            _ => assert!(text.contains("checked"), "{about}"),
        }
    };
    // All of it fits.
    check(2048, "sim vecadd --size 1000000", &[0]);
    // What is watched may be too much, and what is run certainly is.
    check(2048, "sim vecadd --size 8388608 --observe race,bounds", &[0, 1]);
    check(2048, "sim vecadd --size 268435456", &[1]);
    check(2048, "sim matmul_naive --size 40000", &[1]);
    // Whoever raises the limit does not get more than there is.
    check(2048, "sim vecadd --size 8388608 --observe race,bounds --memory 900000", &[0, 1]);
    check(2048, "sim vecadd --size 268435456 --memory 900000", &[1]);
    for mebibytes in [300, 500, 800] {
        check(mebibytes, "sim vecadd --size 4000000 --observe race,bounds", &[0, 1]);
    }
}

#[test]
fn what_is_not_watched_stands_in_every_report() {
    // Where there is just room for the run itself, there is none for what is watched,
    // which takes a byte of each of the two million words that are written.
    let with =
        |mebibytes: u64| format!("sim vecadd --size 2000000 --observe race --memory {mebibytes}");
    let (mut refused, mut enough) = (1, 1024);
    while enough - refused > 1 {
        let middle = (refused + enough) / 2;
        match warpbench(4096, &with(middle)).status.success() {
            true => enough = middle,
            false => refused = middle,
        }
    }
    let arguments = &with(enough);
    let text = stdout(&warpbench(4096, arguments));
    let line = text.lines().find(|line| line.starts_with("not watched: "));
    assert!(line.is_some_and(|line| line.contains("races in global memory")), "{text}");
    let run = json(&warpbench(4096, &format!("{arguments} --json")));
    assert_eq!(run["unwatched"][0]["what"], "races in global memory");
    assert!(run["unwatched"][0]["why"].as_str().is_some_and(|why| why.contains("--memory")));
    let run = json(&warpbench(4096, "sim vecadd --size 100000 --json"));
    assert_eq!(run["unwatched"], serde_json::json!([]));
}
