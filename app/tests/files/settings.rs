//! What the command line says goes before what the case says.

use crate::output::{Lab, code, json_of, stderr, stdout, warpbench};
use serde_json::{Value, json};

const RUST: &str = "
use cuda_std::prelude::*;
#[kernel]
pub unsafe fn fill<const BY: u32, const ON: bool>(to: &mut [f32], n: usize, scale: f32, at: [u32; 2]) {
    let i = thread::index_1d() as usize;
    if i < n { to[i] = BY as f32 * scale + at[1] as f32 + if ON { 100.0 } else { 0.0 }; }
}
#[kernel]
pub unsafe fn other(to: &mut [f32]) {
    if thread::index_1d() == 0 { to[0] = 1.0; }
}
";

const CASE: &str = "
entry = 'fill'
grid = [1]
block = [2]
overrides = { BY = 2, ON = false }
[scalars]
n = 4
scale = 0.5
at = [1, 2]
[[buffer]]
name = 'to'
type = 'f32'
len = 4
";

fn lab() -> Lab {
    Lab::of("lab.rs", RUST, CASE)
}

fn result(options: &[&str]) -> Value {
    let output = lab().call("sim", &[&["--json", "--dump"], options].concat());
    assert_eq!(code(&output), 0, "{options:?} {}", stderr(&output));
    json_of(&output)["buffers"][0]["data"].clone()
}

#[test]
fn the_command_line_goes_before_the_case() {
    let check = |options: &[&str], expected: [f64; 4]| {
        assert_eq!(result(options), json!(expected), "{options:?}");
    };
    check(&[], [3.0, 3.0, 0.0, 0.0]);
    check(&["--grid", "2"], [3.0, 3.0, 3.0, 3.0]);
    check(&["--block", "3"], [3.0, 3.0, 3.0, 0.0]);
    check(&["--grid", "2", "--set", "n=3"], [3.0, 3.0, 3.0, 0.0]);
    check(&["--override", "BY=6"], [5.0, 5.0, 0.0, 0.0]);
    check(&["--override", "ON=true", "--set", "scale=1e1"], [122.0, 122.0, 0.0, 0.0]);
    check(&["--set", "at=[0, 7]", "--set", "n=1"], [8.0, 0.0, 0.0, 0.0]);
    // The last one counts.
    check(&["--set", "n=4", "--set", "n=1"], [3.0, 0.0, 0.0, 0.0]);
}

#[test]
fn what_does_not_fit_is_1_and_says_what_would() {
    let check = |command: &str, options: &[&str], expected: &str| {
        let output = lab().call(command, options);
        assert_eq!(code(&output), 1, "{command} {options:?} {}", stdout(&output));
        let text = stderr(&output);
        assert!(text.contains(expected), "{command} {options:?}: {text}");
        assert!(!text.contains("panicked"), "{text}");
    };
    for command in ["sim", "run", "check"] {
        check(command, &["--override", "BX=3"], "which has `BY`, `ON`");
        check(command, &["--override", "BY=1.5"], "are whole numbers");
        check(command, &["--override", "BY"], "write it as BY=16");
        check(command, &["--override", "BY=two"], "`two` is no value for BY");
        check(command, &["--override", "BY=[1]"], "an override is a number, true or false");
        check(command, &["--grid", "0"], "is no grid");
        check(command, &["--grid", "1,2,3,4"], "is no grid");
        check(command, &["--block", "x"], "is no block");
        check(command, &["--entry", "nosuch"], "nosuch");
    }
    for command in ["sim", "run"] {
        check(command, &["--set", "m=3"], "passed `n`, `scale`, `at` by value");
        check(command, &["--set", "m=3"], "lab.toml with --set m=3");
        check(command, &["--set", "n=-1"], "n is -1");
        check(command, &["--set", "n=0.5"], "n is 0.5");
        check(command, &["--set", "at=[1]"], "at");
        check(command, &["--entry", "other"], "is a case for `fill`, not for `other`");
    }
    for command in ["sim", "run"] {
        for option in [["--grid", "2"], ["--set", "n=2"], ["--override", "N=2"], ["--entry", "x"]] {
            let output = warpbench(&[&[command, "vecadd"], &option[..]].concat());
            assert_eq!(code(&output), 1);
            let expected = format!("{} is for a file", option[0]);
            assert!(stderr(&output).contains(&expected), "{}", stderr(&output));
        }
        let output = warpbench(&[command, "vecadd", "--init"]);
        assert_eq!(code(&output), 1);
        assert!(stderr(&output).contains("--init is for a file"), "{}", stderr(&output));
    }
}

#[test]
fn overrides_of_wgsl() {
    let text = "
        override SIZE: u32 = 2;
        override by: f32;
        @group(0) @binding(0) var<storage, read_write> to: array<f32>;
        @compute @workgroup_size(SIZE)
        fn f(@builtin(global_invocation_id) id: vec3u) { to[id.x] = by; }";
    let case =
        "grid = [1]\noverrides = { by = 1.5 }\n[[buffer]]\nname = 'to'\ntype = 'f32'\nlen = 4";
    let lab = Lab::of("lab.wgsl", text, case);
    let check = |options: &[&str], expected: [f64; 4]| {
        let run = json_of(&lab.call("sim", &[&["--json", "--dump"], options].concat()));
        assert_eq!(run["buffers"][0]["data"], json!(expected), "{options:?}");
    };
    check(&[], [1.5, 1.5, 0.0, 0.0]);
    check(&["--override", "SIZE=3"], [1.5, 1.5, 1.5, 0.0]);
    check(&["--override", "by=-2", "--grid", "2"], [-2.0, -2.0, -2.0, -2.0]);
    let refuse = |options: &[&str], expected: &str| {
        let output = lab.call("sim", options);
        assert_eq!(code(&output), 1);
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
    };
    refuse(&["--override", "SIZES=3"], "the text declares SIZE, by");
    refuse(&["--override", "SIZE=0.5"], "u32, and 0.5 is none");
    refuse(&["--override", "SIZE=0"], "the workgroup would be empty");
    refuse(&["--set", "n=3"], "--set n is for kernels in Rust");
    refuse(&["--block", "3"], "@workgroup_size");
}
