//! `run FILE.wgsl`: groups, uniforms and overrides as the text has them.

use crate::output::{Lab, code, json_of, stderr, stdout};
use crate::skips;
use serde_json::{Value, json};
use warpbench_device as device;
use warpbench_report::Backend;

const TEXT: &str = "
override TILE: u32 = 4;
override plus: f32;
struct Params { width: u32, height: u32, gain: f32 }
@group(1) @binding(4) var<uniform> params: Params;
@group(0) @binding(2) var<storage, read> src: array<f32>;
@group(2) @binding(0) var<storage, read_write> dst: array<f32>;
@group(0) @binding(0) var<storage, read_write> count: atomic<u32>;
@group(0) @binding(7) var<uniform> shift: vec2f;
var<workgroup> tile: array<f32, TILE * TILE>;

@compute @workgroup_size(TILE, TILE)
fn scale(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) i: u32) {
    let at = id.y * params.width + id.x;
    let inside = id.x < params.width && id.y < params.height;
    if inside { tile[i] = src[at]; }
    workgroupBarrier();
    if inside {
        dst[at] = tile[i] * params.gain + plus + shift.y;
        atomicAdd(&count, 1u);
    }
}

@compute @workgroup_size(32)
fn other(@builtin(global_invocation_id) id: vec3u) {
    if id.x < arrayLength(&dst) { dst[id.x] = f32(arrayLength(&dst)); }
}
";

const CASE: &str = "
entry = 'scale'
grid = [2, 1]
overrides = { plus = 0.5 }
[[buffer]]
name = 'src'
type = 'f32'
len = 15
init = 'iota'
[[buffer]]
name = 'dst'
type = 'f32'
len = 15
expect = [2.5, 4.5, 6.5, 8.5, 10.5, 12.5, 14.5, 16.5, 18.5, 20.5, 22.5, 24.5, 26.5, 28.5, 30.5]
[[buffer]]
group = 1
binding = 4
type = 'u32'
data = [5, 3, 1073741824]
[[buffer]]
name = 'count'
type = 'u32'
len = 1
expect = [15]
[[buffer]]
name = 'shift'
type = 'f32'
data = [7, 2]
";

fn lab(case: &str) -> Lab {
    Lab::of("lab.wgsl", TEXT, case)
}

/// Whether there is an adapter; if not, the test is recorded as skipped.
fn has_adapter(test: &str) -> bool {
    let found = device::devices().found.iter().any(|device| device.backend == Backend::Wgpu);
    if !found {
        skips::record(test, "there is no wgpu adapter");
    }
    found
}

fn contents(run: &Value) -> Vec<&Value> {
    run["buffers"].as_array().expect("buffers").iter().map(|buffer| &buffer["data"]).collect()
}

#[test]
fn a_device_computes_what_the_simulator_does() {
    if !has_adapter("a_device_computes_what_the_simulator_does") {
        return;
    }
    let options = ["--json", "--dump"];
    for more in [&[][..], &["--override", "TILE=3"], &["--override", "plus=1", "--grid", "2,2"]] {
        let options = [&options[..], more].concat();
        let simulated = json_of(&lab(CASE).call("sim", &options));
        let output = lab(CASE).call("run", &[&options[..], &["--repeat", "1"]].concat());
        let run = json_of(&output);
        assert_eq!(run["block"], simulated["block"], "{more:?}");
        assert_eq!(run["grid"], simulated["grid"], "{more:?}");
        assert_eq!(run["checked"], simulated["checked"], "{more:?}");
        let (mut ours, mut theirs) = (contents(&run), contents(&simulated));
        let order = |value: &&Value| value.to_string();
        ours.sort_by_key(order);
        theirs.sort_by_key(order);
        assert_eq!(ours, theirs, "{more:?}: {}", stderr(&output));
    }
    let output = lab(CASE).call("run", &["--json", "--repeat", "1"]);
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
    let run = json_of(&output);
    let fields = [
        ("kernel", json!("scale")),
        ("backend", json!("wgpu")),
        ("grid", json!([2, 1, 1])),
        ("block", json!([4, 4, 1])),
        ("expectations", json!(2)),
        ("max_error", json!(0.0)),
    ];
    for (name, expected) in fields {
        assert_eq!(run[name], expected, "{name} in {run}");
    }
}

#[test]
fn what_is_wrong_on_a_device_is_2() {
    if !has_adapter("what_is_wrong_on_a_device_is_2") {
        return;
    }
    let output = lab(&CASE.replace("[2.5,", "[3.5,")).call("run", &["--repeat", "1"]);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    assert!(stdout(&output).contains("WRONG: dst[0] is 2.5, expected 3.5"), "{}", stdout(&output));
    // Only what the other kernel uses is bound, and a buffer is as long as it is.
    let case = "entry = 'other'\ngrid = [1]\n[[buffer]]\nname = 'dst'\ntype = 'f32'\nlen = 3\n\
                expect = [3, 3, 3]";
    let output = lab(case).call("run", &["--repeat", "1"]);
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
}

#[test]
fn what_cannot_run_is_1_and_says_why() {
    let check = |case: &str, options: &[&str], expected: &str| {
        let output = lab(case).call("run", options);
        assert_eq!(code(&output), 1, "{options:?} {}", stdout(&output));
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
    };
    check(CASE, &["--backend", "cuda"], "--backend wgpu runs WGSL");
    check(CASE, &["--backend", "cpu"], "warpbench sim");
    check(CASE, &["--language", "wgsl"], "a file's name says what it is");
    check(&CASE.replace("plus = 0.5", "minus = 1"), &[], "there is no override `minus`");
    check(&CASE.replace("plus = 0.5", "TILE = 2"), &[], "`plus` has no default");
    check(&CASE.replace("grid", "block = [7]\ngrid"), &[], "leave `block` out");
    check("entry = 'scale'\ngrid = [1]\noverrides = { plus = 1 }", &[], "no buffer is bound to");
    check("entry = 'none'\ngrid = [1]", &[], "it has scale, other");
    check("grid = [1]", &[], "add entry");
}
