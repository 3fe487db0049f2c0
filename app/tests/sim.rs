//! `warpbench sim`, used as a student would.

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::output::{Lab, code, json_of as json, stderr, stdout, warpbench};

fn sim(arguments: &[&str]) -> Output {
    warpbench(&[&["sim"], arguments].concat())
}

/// A kernel in WGSL and its case.
fn written(text: &str, case: &str) -> Lab {
    Lab::of("lab.wgsl", text, case)
}

const DOUBLE: &str = "
override BLOCK: u32 = 4;
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> b: array<u32>;
@compute @workgroup_size(BLOCK)
fn double(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x < arrayLength(&a) {
        b[id.x] = 2u * a[id.x];
    }
}
";

const CASE: &str = "
grid = [3]
[[buffer]]
binding = 0
type = 'u32'
len = 10
init = 'iota'
[[buffer]]
name = 'b'
type = 'u32'
len = 10
expect = [0, 2, 4, 6, 8, 10, 12, 14, 16, 18]
";

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/examples/sim")
}

#[test]
fn every_example_of_the_documents_passes() {
    let mut count = 0;
    for entry in fs::read_dir(examples()).expect("the examples") {
        let path = entry.expect("an example").path();
        if path.extension().is_some_and(|ending| ending == "wgsl" || ending == "rs") {
            let output = sim(&[&path.display().to_string()]);
            assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
            assert!(stdout(&output).contains("checked: "), "{}", stdout(&output));
            count += 1;
        }
    }
    assert!(count > 0);
}

#[test]
fn the_catalogue_is_counted() {
    let output = sim(&[
        "transpose_tiled",
        "--size",
        "64,32",
        "--model",
        "H200",
        "--schedule",
        "shuffle:5",
        "--json",
    ]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let run = json(&output);
    assert_eq!(run["checked"], true);
    assert_eq!(run["model"], "H200");
    assert_eq!(run["size"], json!([64, 32]));
    assert_eq!(run["counters"]["max_bank_conflict_degree"], 32);
    assert_eq!(run["occupancy"]["registers_assumed"], false);
    let output = sim(&["vecadd", "--size", "33"]);
    let text = stdout(&output);
    assert!(text.contains("global requests") && text.contains("checked"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
}

#[test]
fn json_has_every_field() {
    let output = written(DOUBLE, CASE).call("sim", &["--json", "--dump", "--model", "8800 gtx"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let run = json(&output);
    let fields = [
        ("kernel", json!("double")),
        ("model", json!("GeForce 8800 GTX")),
        ("grid", json!([3, 1, 1])),
        ("block", json!([4, 1, 1])),
        ("launches", json!(1)),
        ("size", Value::Null),
        ("checked", json!(true)),
        ("expectations", json!(1)),
        ("max_error", json!(0.0)),
        ("stopped", Value::Null),
        ("wrong", json!([])),
    ];
    for (name, expected) in fields {
        assert_eq!(run.get(name), Some(&expected), "{name} in {run}");
    }
    let counters = run["counters"].as_object().expect("counters");
    for name in [
        "warp_instructions",
        "lane_instructions",
        "global_requests",
        "global_sectors",
        "global_transactions",
        "global_bytes_wanted",
        "global_bytes_moved",
        "shared_requests",
        "shared_turns",
        "bank_conflicts",
        "max_bank_conflict_degree",
        "same_word_turns",
        "max_lanes_on_word",
        "branches",
        "divergent_branches",
        "barriers",
        "atomics",
    ] {
        assert!(counters.get(name).is_some_and(Value::is_u64), "{name} in {run}");
    }
    assert_eq!(counters["global_requests"], 6);
    assert_eq!(counters["divergent_branches"], 1);
    assert!(run["lines"].is_array() && run["findings"].is_array(), "{run}");
    assert!(run.get("predicted").is_some(), "{run}");
    assert_eq!(run["occupancy"]["registers_per_thread"], 32);
    assert_eq!(run["occupancy"]["registers_assumed"], true);
    let b = &run["buffers"][1];
    let expected = json!({
        "group": 0, "binding": 1, "name": "b", "type": "u32",
        "data": [0, 2, 4, 6, 8, 10, 12, 14, 16, 18],
    });
    assert_eq!(*b, expected);
}

#[test]
fn buffers_are_shown_only_when_asked_for() {
    let lab = written(DOUBLE, CASE);
    assert_eq!(json(&lab.call("sim", &["--json"])).get("buffers"), None);
    let text = stdout(&lab.call("sim", &["--dump"]));
    assert!(text.contains("b (group 0, binding 1, 10 of u32)\n  0 2 4 6 8 10 12"), "{text}");
}

#[test]
fn a_wrong_expectation_is_2() {
    let lab = written(DOUBLE, &CASE.replace("8, 10, 12", "8, 11, 13"));
    let output = lab.call("sim", &[]);
    assert_eq!(code(&output), 2);
    let expected = "WRONG: b[5] is 10, expected 11; 2 of 10 elements differ by more than 0";
    assert!(stdout(&output).contains(expected), "{}", stdout(&output));
    let output = lab.call("sim", &["--json"]);
    assert_eq!(code(&output), 2);
    let run = json(&output);
    assert_eq!((&run["checked"], &run["wrong"][0]["index"]), (&json!(false), &json!(5)));
}

#[test]
fn a_case_without_expectations_only_has_to_complete() {
    let lab = written("@compute @workgroup_size(8) fn main() { }", "grid = [2]");
    let output = lab.call("sim", &[]);
    assert_eq!(code(&output), 0);
    assert!(stdout(&output).contains("nothing was expected"), "{}", stdout(&output));
}

#[test]
fn a_loop_that_never_ends_is_2_and_named() {
    let endless =
        "@compute @workgroup_size(8) fn main() {\n var x = 0u;\n while x < 1u { x *= 2u; }\n}";
    let lab = written(endless, "grid = [1]");
    let output = lab.call("sim", &[]);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    let text = stdout(&output);
    let named = ["error[F0008]: this loop never ends", "threads 0 to 7", "`x` is 0", "wgsl:3:"];
    assert!(named.iter().all(|part| text.contains(part)), "{text}");
}

#[test]
fn a_budget_or_a_time_that_ends_is_2() {
    // It ends, but not soon.
    let long = "@compute @workgroup_size(8) fn main() { var x = 1u; loop { x ^= x << 13u; \
                x ^= x >> 17u; x ^= x << 5u; if x == 1u { break; } } }";
    let lab = written(long, "grid = [1]");
    let output = lab.call("sim", &["--budget", "1000"]);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("STOPPED: ") && text.contains("1000 instructions"), "{text}");
    let output = lab.call("sim", &["--timeout", "0.2", "--json"]);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    let run = json(&output);
    assert_eq!(run["checked"], false);
    assert!(run["stopped"].as_str().is_some_and(|why| why.contains("0.2 s")), "{run}");
    let finding = &run["findings"][0];
    assert_eq!((&finding["kind"], &finding["line"]), (&json!("endless"), &json!(1)), "{run}");
    let output = sim(&["vecadd", "--size", "100000", "--budget", "1000"]);
    assert_eq!(code(&output), 2);
    assert!(stdout(&output).contains("1000 instructions"), "{}", stdout(&output));
}

#[test]
fn a_text_that_does_not_parse_is_2_with_its_place() {
    let lab = written("fn f() {\n    let x = ;\n}", "grid = [1]");
    for options in [&[][..], &["--json"][..]] {
        let output = lab.call("sim", options);
        assert_eq!(code(&output), 2);
        let text = stderr(&output);
        assert!(text.starts_with("error[G0001]: expected expression"), "{text}");
        assert!(text.contains("lab.wgsl:2:13"), "{text}");
        assert_eq!(stdout(&output), "");
    }
}

#[test]
fn a_text_without_a_case_gets_one_to_start_from() {
    let lab = written(DOUBLE, "");
    let output = lab.call("sim", &[]);
    assert_eq!(code(&output), 1);
    let text = stderr(&output);
    assert!(text.contains("lab.toml was looked for"), "{text}");
    let case = stdout(&output);
    assert!(case.contains("[[buffer]]  # b: array<u32>"), "{case}");
    // It works as it is, under another name too.
    fs::write(lab.path("other.toml"), &case).expect("the case");
    let output = lab.call("sim", &["--case", &lab.path("other.toml")]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
}

#[test]
fn overrides_change_the_block() {
    let case = format!("overrides = {{ BLOCK = 5 }}{}", CASE.replace("[3]", "[2]"));
    let run = json(&written(DOUBLE, &case).call("sim", &["--json"]));
    assert_eq!((&run["block"], &run["checked"]), (&json!([5, 1, 1]), &json!(true)));
    assert_eq!(run["counters"]["divergent_branches"], 0);
}

#[test]
fn buffers_of_other_widths_and_from_files() {
    let text = "
        @group(0) @binding(0) var<storage, read> a: array<vec2<u32>>;
        @group(0) @binding(1) var<storage, read_write> b: array<vec2<u32>>;
        @compute @workgroup_size(2)
        fn main(@builtin(local_invocation_index) i: u32) { b[i] = a[1u - i]; }";
    let case = "
        grid = [1]
        [[buffer]]
        binding = 0
        type = 'u64'
        data = [18446744073709551615, 5]
        [[buffer]]
        binding = 1
        type = 'u64'
        len = 2
        expect = [5, 18446744073709551615]";
    let output = written(text, case).call("sim", &["--json", "--dump"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(json(&output)["buffers"][1]["data"], json!([5, u64::MAX]));

    let case = "
        grid = [1]
        [[buffer]]
        binding = 0
        type = 'f16'
        file = 'input.bin'
        [[buffer]]
        binding = 1
        type = 'f16'
        len = 8
        expect = [5, 6, 7, 8, 1, 2, 3, inf]";
    let lab = written(text, case);
    let halves: [u16; 8] = [0x3c00, 0x4000, 0x4200, 0x7c00, 0x4500, 0x4600, 0x4700, 0x4800];
    let bytes: Vec<u8> = halves.iter().flat_map(|half| half.to_le_bytes()).collect();
    fs::write(lab.path("input.bin"), bytes).expect("the file");
    let output = lab.call("sim", &["--json", "--dump"]);
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
    let data = &json(&output)["buffers"][1]["data"];
    assert_eq!(*data, json!([5.0, 6.0, 7.0, 8.0, 1.0, 2.0, 3.0, "inf"]));
}

#[test]
fn what_is_not_observed_is_not_shown() {
    let lab = written(DOUBLE, CASE);
    let run = json(&lab.call("sim", &["--observe", "none", "--json"]));
    assert_eq!((&run["counters"], &run["lines"]), (&Value::Null, &json!([])));
    assert_eq!((&run["checked"], &run["findings"]), (&json!(true), &json!([])));
    let text = stdout(&lab.call("sim", &["--observe", "race,bounds"]));
    assert!(!text.contains("global requests") && text.contains("checked"), "{text}");
}

#[test]
fn a_model_of_ones_own() {
    let lab = written(DOUBLE, CASE);
    let model = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/devices/h200.toml");
    let model = fs::read_to_string(model).expect("a model").replace("\"H200\"", "\"Mine\"");
    fs::write(lab.path("mine.toml"), model).expect("the model");
    let run = json(&lab.call("sim", &["--model", &lab.path("mine.toml"), "--json"]));
    assert_eq!(run["model"], "Mine");
}

#[test]
fn what_cannot_run_is_1_and_says_why() {
    let lab = written(DOUBLE, CASE);
    let file = lab.path("lab.wgsl");
    let check = |arguments: &[&str], expected: &str| {
        let output = sim(arguments);
        assert_eq!(code(&output), 1, "{arguments:?}");
        let text = stderr(&output);
        assert!(text.contains(expected), "{arguments:?} says {text:?}, not {expected:?}");
        assert!(text.starts_with("error: ") && !text.contains("panicked"), "{text}");
    };
    check(&["vecad"], "did you mean `vecadd`?");
    check(&["gone.wgsl"], "cannot read gone.wgsl");
    check(&["vecadd", "--model", "h2000"], "there is no device model");
    check(&["vecadd", "--schedule", "random"], "shuffle:SEED");
    check(&["vecadd", "--observe", "races"], "cannot be observed; what can be is counters");
    check(&["vecadd", "--cores", "0"], "--cores");
    check(&["vecadd", "--wide"], "--wide");
    check(&["vecadd", "--memory", "1", "--size", "1000000"], "raise the limit (--memory)");
    check(&["vecadd", "--case", "x.toml"], "vecadd comes with its own inputs");
    check(&[&file, "--size", "7"], "the case of a file says both");
    check(&[&file, "--case", "gone.toml"], "cannot read the case gone.toml");
    let check = |case: &str, expected: &str| {
        let output = written(DOUBLE, case).call("sim", &[]);
        assert_eq!(code(&output), 1, "{case}");
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
    };
    check("grid = [3]", "no buffer is bound to `a`, `b`");
    check(&CASE.replace("len = 10\nexpect", "len = 9\nexpect"), "9 elements, but 10 are expected");
    check(&CASE.replacen("'u32'", "'int'", 1), "there is no type `int`");
    check(&CASE.replacen("init", "initial", 1), "unknown field `initial`");
    check(&format!("overrides = {{ TILE = 4 }}{CASE}"), "the text declares BLOCK");
    check(&format!("block = [64]{CASE}"), "leave `block` out");
}
