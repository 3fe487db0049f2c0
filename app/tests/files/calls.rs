//! What is found in a helper names the calls that lead there.

use crate::output::{Lab, json_of, stderr, stdout};
use serde_json::Value;

const RUST: &str = "use cuda_std::prelude::*;
use cuda_std::shared_array;
fn put<T>(to: *mut T, at: usize, value: T) {
    unsafe { *to.add(at) = value };
}
fn step(to: *mut u32, at: usize) {
    put(to, at, at as u32);
}
fn read(tile: *const u32, at: usize) -> u32 {
    unsafe { *tile.add(at) }
}
fn wait() {
    thread::sync_threads();
}
struct Out { to: *mut u32 }
impl Out {
    fn store(&self, at: usize) {
        unsafe { *self.to.add(at) = 1 };
    }
}
fn apply<F: Fn(usize)>(f: F, at: usize) {
    f(at);
}
#[kernel]
pub unsafe fn k(to: *mut u32) {
    let i = thread::thread_idx_x() as usize;
    BODY
}
";

const WGSL: &str = "@group(0) @binding(0) var<storage, read_write> to: array<u32>;
var<workgroup> tile: array<u32, 64>;
fn put(at: u32, value: u32) {
    to[at] = value;
}
fn step(at: u32) {
    put(at, at);
}
fn wait() {
    workgroupBarrier();
}
fn read(at: u32) -> u32 {
    return tile[63u - at];
}
@compute @workgroup_size(64)
fn k(@builtin(local_invocation_index) i: u32) {
    BODY
}
";

/// The line of the first statement of a body.
const RUST_BODY: u64 = 27;
const WGSL_BODY: u64 = 17;

fn lab(file: &'static str, body: &str) -> Lab {
    let (text, case) = match file {
        "lab.rs" => (RUST, "grid = [1]\nblock = [64]\n[[buffer]]\nname = 'to'\n"),
        _ => (WGSL, "grid = [1]\n[[buffer]]\nname = 'to'\n"),
    };
    Lab::of(file, &text.replace("BODY", body), &format!("{case}type = 'u32'\nlen = 64\n"))
}

/// The way to a finding, from the kernel inwards: who is called where.
fn way(calls: &Value) -> Vec<(String, u64)> {
    let name = |call: &Value| call["function"].as_str().unwrap_or("closure").to_owned();
    let calls = calls.as_array().expect("calls");
    calls.iter().map(|call| (name(call), call["line"].as_u64().expect("a line"))).collect()
}

/// What is found of a kind, by line, with the way there.
fn check(file: &'static str, body: &str, kind: &str, line: u64, expected: &[(&str, u64)]) {
    let output = lab(file, body).call("sim", &["--json"]);
    let run = json_of(&output);
    let findings = run["findings"].as_array().expect("findings");
    // A race is found at either of two accesses.
    let sides = findings.iter().filter(|found| found["kind"] == kind).flat_map(|found| {
        [(&found["line"], &found["calls"]), (&found["other_line"], &found["other_calls"])]
    });
    let calls: Vec<&Value> =
        sides.filter(|(found, _)| **found == line).map(|(_, calls)| calls).collect();
    let expected: Vec<(String, u64)> =
        expected.iter().map(|&(name, line)| (name.to_owned(), line)).collect();
    let ways: Vec<_> = calls.iter().map(|calls| way(calls)).collect();
    assert!(ways.contains(&expected), "{kind} in line {line} of {body}: {findings:#?}");
    // Each is called by the one before it.
    for calls in calls {
        let mut caller = "k".to_owned();
        for call in calls.as_array().expect("calls") {
            assert_eq!(call["caller"], caller, "{calls:#}");
            caller = call["function"].as_str().unwrap_or_default().to_owned();
        }
    }
}

#[test]
fn findings_of_rust_name_the_calls() {
    let at = RUST_BODY;
    let check = |body: &str, kind: &str, line: u64, expected: &[(&str, u64)]| {
        check("lab.rs", body, kind, line, expected);
    };
    check("*to.add(i + 64) = 1;", "bounds", at, &[]);
    check("put(to, i + 64, 1u32);", "bounds", 4, &[("put", at)]);
    check("step(to, i + 64);", "bounds", 4, &[("step", at), ("put", 7)]);
    check("step(to, i / 64);", "race", 4, &[("step", at), ("put", 7)]);
    check("let out = Out { to };\nout.store(i + 64);", "bounds", 18, &[("store", at + 1)]);
    check("let f = |at: usize| *to.add(at) = 1;\nf(i + 64);", "bounds", at, &[("f", at + 1)]);
    check(
        "apply(|at| unsafe { step(to, at) }, i + 64);",
        "bounds",
        4,
        &[("apply", at), ("f", 22), ("step", at), ("put", 7)],
    );
    // What the library calls is found where the text calls the library.
    check("(0..2).for_each(|at| *to.add(at + i + 64) = 1);", "bounds", at, &[]);
    let shared = "let tile = shared_array![u32; 64];\n";
    check(&format!("{shared}*to.add(i) = read(tile, i);"), "uninit", 10, &[("read", at + 1)]);
    let missing = format!("{shared}*tile.add(i) = 1;\n*to.add(i) = read(tile, 63 - i);");
    check(&missing, "race", 10, &[("read", at + 2)]);
    check("if i < 40 {\n    wait();\n}", "barrier", 13, &[("wait", at + 1)]);
}

#[test]
fn findings_of_wgsl_name_the_calls() {
    let at = WGSL_BODY;
    let check = |body: &str, kind: &str, line: u64, expected: &[(&str, u64)]| {
        check("lab.wgsl", body, kind, line, expected);
    };
    check("to[0] = i;", "race", at, &[]);
    check("put(0u, i);", "race", 4, &[("put", at)]);
    check("step(i / 64u);", "race", 4, &[("step", at), ("put", 7)]);
    check("step(i + 64u);", "bounds", 4, &[("step", at), ("put", 7)]);
    check("tile[i] = 1u;\n    put(i, read(i));", "race", 13, &[("read", at + 1)]);
    check("if i < 40u {\n    wait();\n}", "barrier", 10, &[("wait", at + 1)]);
}

#[test]
fn both_sides_of_a_race_have_their_way() {
    let body = "if i == 40 {\nput(to, 0, 1u32);\n} else if i == 5 {\nstep(to, 0);\n}";
    let run = json_of(&lab("lab.rs", body).call("sim", &["--json", "--observe", "race"]));
    let ways: Vec<_> = run["findings"]
        .as_array()
        .expect("findings")
        .iter()
        .flat_map(|found| [way(&found["calls"]), way(&found["other_calls"])])
        .collect();
    let named = |calls: &[(&str, u64)]| {
        let calls: Vec<(String, u64)> =
            calls.iter().map(|&(name, line)| (name.to_owned(), line)).collect();
        ways.contains(&calls)
    };
    assert!(named(&[("put", RUST_BODY + 1)]), "{ways:?}");
    assert!(named(&[("step", RUST_BODY + 3), ("put", 7)]), "{ways:?}");
}

#[test]
fn the_terminal_shows_the_way() {
    let check = |body: &str, expected: Option<&str>| {
        let output = lab("lab.rs", body).call("sim", &["--observe", "bounds"]);
        let text = stdout(&output);
        assert!(text.contains("error[F0002]"), "{text}{}", stderr(&output));
        match expected {
            Some(words) => assert!(text.contains(words), "{words} in {text}"),
            None => assert!(!text.contains("called at line"), "{text}"),
        }
    };
    check("put(to, i + 64, 1u32);", Some("= in `put`, called at line 27 from `k`\n"));
    check(
        "step(to, i + 64);",
        Some("= in `put`, called at line 7 from `step`, called at line 27 from `k`\n"),
    );
    check("(|at: usize| *to.add(at) = 1)(i + 64);", Some("= in a closure, called at line 27"));
    check("*to.add(i + 64) = 1;", None);
}
