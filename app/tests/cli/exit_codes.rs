//! One table of exit codes for all commands: 0 where nothing is wrong, 1 where
//! something could not be done, 2 where it was done and something is wrong.

use super::{stderr, stdout, warpbench};
use std::fs;
use tempfile::TempDir;

const RIGHT: &str = "
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn double(to: *mut u32) {
    let i = thread::index_1d() as usize;
    unsafe { *to.add(i) = 2 * i as u32 }
}
";

const CASE: &str = "
grid = [1]
block = [4]
[[buffer]]
name = 'to'
type = 'u32'
len = 4
expect = [0, 2, 4, 6]
";

/// Kernels and their cases: a right one, one with a mistake in its text, one whose
/// result is not the expected one, and one whose case makes no sense.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect(name);
    };
    let mistaken = RIGHT.replace("2 *", "two *");
    for (name, text, case) in [
        ("right", RIGHT, CASE.to_owned()),
        ("mistaken", &mistaken, CASE.to_owned()),
        ("wrong", RIGHT, CASE.replace("[0, 2", "[1, 2")),
        ("nonsense", RIGHT, CASE.replace("grid = [1]", "grid = ['one']")),
    ] {
        write(&format!("{name}.rs"), text);
        write(&format!("{name}.toml"), &case);
    }
    write("right.wgsl", "@compute @workgroup_size(8) fn f() {}");
    write("mistaken.wgsl", "fn f() { let x = ; }");
    folder
}

#[test]
fn every_command_keeps_to_one_table() {
    let folder = folder();
    // Words that name a file of the folder are its path.
    let check = |line: &str, expected: i32| {
        let words: Vec<String> = line
            .split_whitespace()
            .map(|word| match folder.path().join(word) {
                file if file.is_file() => file.display().to_string(),
                _ => word.to_owned(),
            })
            .collect();
        let output = warpbench(&words.iter().map(String::as_str).collect::<Vec<_>>());
        let text = format!("{}{}", stdout(&output), stderr(&output));
        assert_eq!(output.status.code(), Some(expected), "warpbench {line}\n{text}");
        assert!(!text.contains("panicked"), "warpbench {line}\n{text}");
    };
    for line in [
        "--help",
        "--version",
        "sim --help",
        "devices",
        "devices --json",
        "list",
        "run vecadd --size 100 --backend cpu --repeat 1",
        "bench vecadd --size 100 --backend cpu --repeat 1",
        "sim vecadd --size 100",
        "sim right.rs",
        "sim right.rs --json",
        "check right.rs right.wgsl",
        "check right.rs --block 8",
        "sim right.rs --grid 1 --block 4",
        "translate right.rs --to wgsl",
    ] {
        check(line, 0);
    }
    for line in [
        "devise",
        "devices --wide",
        "list more",
        "run",
        "run vecad",
        "run vecadd --size ten",
        "run vecadd --backend cpu --device 7",
        "run vecadd --size 5000000000 --backend cpu",
        "run gone.rs",
        "run nonsense.rs",
        "run right.wgsl --case right.toml",
        "sim right.rs --grid none",
        "sim right.rs --set n",
        "sim right.rs --override N=1",
        "sim right.rs --init --wide",
        "sim vecadd --init",
        "run right.rs --backend cpu",
        "bench nothing",
        "bench --backend opencl",
        "sim",
        "sim vecad",
        "sim vecadd --size 1,2",
        "sim vecadd --model nosuch",
        "sim vecadd --size 100000 --memory 1",
        "sim gone.rs",
        "sim gone.wgsl",
        "sim nonsense.rs",
        "check",
        "check gone.rs",
        "check gone.rs right.rs",
        // The answer is incomplete, so it is no verdict.
        "check gone.rs mistaken.rs",
        "translate",
        "translate gone.rs --to wgsl",
        "translate right.rs --to glsl",
        "translate right.rs --to wgsl --entry nosuch",
        "derive",
        "derive coalesced gone.rs",
        "derive coalesced right.wgsl",
    ] {
        check(line, 1);
    }
    for line in [
        "run mistaken.rs",
        "sim mistaken.rs",
        "sim mistaken.rs --json",
        "sim mistaken.wgsl --case right.toml",
        "sim wrong.rs",
        "sim vecadd --size 100000 --budget 1000",
        "check mistaken.rs",
        "check mistaken.wgsl --json",
        "check right.rs mistaken.rs",
        "translate mistaken.rs --to wgsl",
        "translate mistaken.wgsl --to msl",
        "derive coalesced mistaken.rs",
    ] {
        check(line, 2);
    }
}

#[test]
fn help_has_the_table() {
    let text = stdout(&warpbench(&["--help"]));
    let (_, table) = text.split_once("Exit codes").expect("it has one");
    for line in ["  0  done, and nothing is wrong", "  1  could not be done", "  2  done, and"] {
        assert!(table.contains(line), "{table}");
    }
}
