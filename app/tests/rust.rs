//! Kernels in Rust on the command line, used as a student would.

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use warpbench_device as device;
use warpbench_report::Backend;

mod examples;

use crate::output::{Lab, code, json_of, stderr, stdout, warpbench};
use crate::skips;

/// Whether there is an adapter; if not, the test is recorded as skipped.
fn has_adapter(test: &str) -> bool {
    let found = device::devices().found.iter().any(|device| device.backend == Backend::Wgpu);
    if !found {
        skips::record(test, "there is no wgpu adapter");
    }
    found
}

/// A kernel in Rust and its case.
fn written(text: &str, case: &str) -> Lab {
    Lab::of("lab.rs", text, case)
}

/// Every kind of parameter: slices and pointers, numbers of 32 and 64 bits.
const SCALE: &str = "
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn scale(a: &[f32], wide: &[u64], sum: *mut i64, b: *mut f32, n: usize, by: f32, plus: i32, big: u64) {
    let i = thread::index_1d() as usize;
    if i < n && i < a.len() {
        *b.add(i) = a[i] * by;
    }
    if i < wide.len() {
        *sum.add(i) = (wide[i] + big) as i64 + plus as i64;
    }
}
";

const CASE: &str = "
grid = [3]
block = [4]
[scalars]
n = 9
by = 0.5
plus = -3
big = 1099511627776
[[buffer]]
name = 'a'
type = 'f32'
len = 10
init = 'iota'
[[buffer]]
name = 'wide'
type = 'u64'
data = [1, 4294967296]
[[buffer]]
name = 'sum'
type = 'i64'
len = 2
expect = [1099511627774, 1103806595069]
[[buffer]]
name = 'b'
type = 'f32'
len = 10
expect = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 0]
";

/// The same without numbers of 64 bits, which not every adapter has.
const HALVE: &str = "
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn halve(a: &[f32], b: *mut f32, n: u32, plus: i32) {
    let i = thread::index_1d();
    if i < n && (i as usize) < a.len() {
        *b.add(i as usize) = a[i as usize] * 0.5 + plus as f32;
    }
}
";

const HALVE_CASE: &str = "
grid = [3]
block = [4]
[scalars]
n = 9
plus = -1
[[buffer]]
name = 'a'
type = 'f32'
len = 10
init = 'iota'
[[buffer]]
name = 'b'
type = 'f32'
len = 10
expect = [-1, -0.5, 0, 0.5, 1, 1.5, 2, 2.5, 3, 0]
";

const TWO: &str = "
use cuda_std::prelude::*;

fn add(a: u32, b: u32) -> u32 {
    a + b
}

#[kernel]
pub unsafe fn one(to: *mut u32) {
    *to.add(thread::thread_idx_x() as usize) = add(1, 2);
}

#[kernel]
pub unsafe fn two(to: *mut u32) {
    *to = 2;
}
";

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/examples/sim")
}

#[test]
fn every_kind_of_parameter_is_passed_on_the_simulator() {
    let lab = written(SCALE, CASE);
    let output = lab.call("sim", &["--json", "--dump"]);
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
    let run = json_of(&output);
    assert_eq!((&run["kernel"], &run["block"]), (&json!("scale"), &json!([4, 1, 1])));
    assert_eq!(run["expectations"], 2);
    let names: Vec<&Value> =
        run["buffers"].as_array().expect("buffers").iter().map(|buffer| &buffer["name"]).collect();
    assert_eq!(names, ["a", "wide", "sum", "b"]);
    // The command line goes before the case.
    let run = json_of(&lab.call("sim", &["--json", "--block", "5"]));
    assert_eq!((&run["block"], &run["checked"]), (&json!([5, 1, 1]), &json!(true)));
}

#[test]
fn a_kernel_of_the_catalogue_has_two_texts() {
    for language in ["rust", "wgsl"] {
        let output =
            warpbench(&["sim", "vecadd", "--size", "33", "--language", language, "--json"]);
        assert_eq!(code(&output), 0, "{language}: {}", stderr(&output));
        assert_eq!(json_of(&output)["checked"], true, "{language}");
    }
    let output = warpbench(&["sim", "vecadd", "--size", "33", "--language", "rust"]);
    assert!(stdout(&output).contains("*c.add(i) = a[i] + b[i];"), "{}", stdout(&output));
}

#[test]
fn a_text_without_a_case_gets_one_to_start_from() {
    let generic = "
        use cuda_std::prelude::*;
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct Point { x: f32, id: u32 }
        const BLOCK: usize = 64;
        #[kernel]
        pub unsafe fn first<const N: usize>(points: *const Point, to: *mut f32, width: u32, height: u32) {
            let i = thread::index_1d() as usize;
            if i < (width * height) as usize {
                *to.add(i) = (*points.add(i)).x * N as f32;
            }
        }
        #[kernel]
        pub unsafe fn second() {}";
    for text in [SCALE, HALVE, TWO, generic] {
        let lab = written(text, "");
        let output = lab.call("sim", &[]);
        assert_eq!(code(&output), 1, "{}", stderr(&output));
        let text = stderr(&output);
        assert!(text.contains("lab.toml was looked for"), "{text}");
        let case = stdout(&output);
        // It works as it is.
        fs::write(lab.path("other.toml"), &case).expect("the case");
        let output = lab.call("sim", &["--case", &lab.path("other.toml")]);
        assert_eq!(code(&output), 0, "{}{}{case}", stdout(&output), stderr(&output));
    }
    let text = stdout(&written(generic, "").call("sim", &[]));
    for line in [
        "entry = \"first\"",
        "# entry = \"second\"",
        "block = [64, 1, 1]  # threads",
        "overrides = { N = 16 }",
        "width = 16  # u32",
        "[[buffer]]  # points: *const Point",
        "# Point is x: f32, id: u32",
        "len = 512",
    ] {
        assert!(text.lines().any(|l| l == line), "{line} in {text}");
    }
}

#[test]
fn mistakes_in_a_text_are_shown_in_their_place() {
    let lab = written(&HALVE.replace("* 0.5", "* hlaf"), HALVE_CASE);
    for command in ["sim", "run"] {
        let output = lab.call(command, &[]);
        assert_eq!(code(&output), 2);
        let text = stderr(&output);
        assert!(text.starts_with("error[E0425]: "), "{text}");
        assert!(text.contains("hlaf") && text.contains("lab.rs:8:"), "{text}");
        assert!(!text.contains('\x1b'), "{text}");
        assert_eq!(stdout(&output), "");
    }
}

#[test]
fn what_does_not_fit_is_1_and_says_why() {
    let check = |case: &str, expected: &str| {
        let output = written(HALVE, case).call("sim", &[]);
        assert_eq!(code(&output), 1, "{case}{}", stdout(&output));
        let text = stderr(&output);
        assert!(text.contains(expected), "{text:?}, not {expected:?}");
        assert!(text.starts_with("error: ") && !text.contains("panicked"), "{text}");
    };
    check(&HALVE_CASE.replace("plus = -1\n", ""), "`plus` has no value");
    check(&HALVE_CASE.replace("plus = -1", "plus = -1\nscale = 2"), "[scalars] has `scale`");
    check(&HALVE_CASE.replace("plus = -1", "plus = 0.5"), "is no i32");
    check(&HALVE_CASE.replace("n = 9", "n = -9"), "is no u32");
    check(&HALVE_CASE.replace("n = 9", "n = '9'"), "a number, true or false");
    check(&HALVE_CASE.replacen("'f32'", "'u32'", 1), "type = \"f32\"");
    check(&HALVE_CASE.replace("'a'", "'aa'"), "buffer `aa`: the text has no such variable");
    check(&HALVE_CASE.replace("block = [4]\n", ""), "add block = [256] (or --block 256)");
    check(&format!("entry = 'have'{HALVE_CASE}"), "has no kernel `have`; it has halve");
    check(
        &format!("overrides = {{ N = 4 }}{HALVE_CASE}")
            .replace("grid = [3]", "grid = [3, 1, 1, 1]"),
        "one to three",
    );
    let check = |arguments: &[&str], expected: &str| {
        let output = warpbench(arguments);
        assert_eq!(code(&output), 1, "{arguments:?}");
        let text = stderr(&output);
        assert!(text.contains(expected), "{arguments:?} says {text:?}, not {expected:?}");
    };
    let lab = written(HALVE, HALVE_CASE);
    let file = lab.path("lab.rs");
    fs::write(lab.path("lab.wgsl"), "@compute @workgroup_size(8) fn f() {}").expect("the text");
    let wgsl = lab.path("lab.wgsl");
    check(&["sim", &wgsl, "--block", "8"], "a kernel in WGSL says its own block");
    check(&["sim", &file, "--block", "0"], "is no block");
    check(&["sim", &file, "--language", "rust"], "a file's name says what it is");
    check(&["sim", "vecadd", "--block", "8"], "vecadd is launched as the catalogue says");
    check(&["sim", "gone.rs"], "cannot read gone.rs");
    let empty = written("", "");
    check(&["sim", &empty.path("lab.rs")], "has no kernel; mark a function with #[kernel]");
}

#[test]
fn check_says_what_is_wrong() {
    let good = written(TWO, "");
    let output = good.call("check", &[]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    assert!(stdout(&output).contains("no mistakes found; the kernels are one, two"));
    assert_eq!(json_of(&good.call("check", &["--json"])), json!([]));

    let bad = written(&TWO.replace("*to = 2", "*to = 2.5").replace("add(1, 2)", "ad(1, 2)"), "");
    let output = bad.call("check", &[]);
    assert_eq!(code(&output), 2);
    let text = stdout(&output);
    assert!(text.contains("2 mistakes") && text.contains("lab.rs:10:"), "{text}");
    let output = bad.call("check", &["--json"]);
    assert_eq!(code(&output), 2);
    let mistakes = json_of(&output);
    let list = mistakes.as_array().expect("a list");
    assert_eq!(list.len(), 2, "{mistakes}");
    for mistake in list {
        for field in ["line", "column", "length"] {
            assert!(mistake[field].is_u64(), "{field} in {mistake}");
        }
        assert!(mistake["message"].as_str().is_some_and(|text| !text.is_empty()), "{mistake}");
        assert!(mistake["path"].as_str().is_some_and(|path| path.ends_with("lab.rs")));
        for field in ["label", "help", "note", "others"] {
            assert!(mistake.get(field).is_some(), "{field} in {mistake}");
        }
    }
    assert_eq!((&list[0]["line"], &list[1]["line"]), (&json!(10), &json!(15)));
}

#[test]
fn check_reads_many_files_and_both_languages() {
    let lab = written(TWO, "");
    let (good, bad) = (lab.path("good.wgsl"), lab.path("bad.wgsl"));
    fs::write(&good, "@compute @workgroup_size(8) fn f() {}").expect("the text");
    fs::write(&bad, "fn f() {\n    let x = ;\n}").expect("the text");
    let file = lab.path("lab.rs");
    let check = |arguments: &[&str], expected: i32, words: &str| {
        let output = warpbench(&[&["check"], arguments].concat());
        assert_eq!(code(&output), expected, "{arguments:?}");
        let text = stdout(&output) + &stderr(&output);
        assert!(text.contains(words), "{arguments:?} says {text:?}, not {words:?}");
    };
    check(&[&file, &good], 0, "no mistakes found; the kernel is f");
    check(&[&file, &bad], 2, "bad.wgsl:2:13");
    check(&[&bad, "--json"], 2, "\"line\": 2");
    check(&[&bad, "gone.rs"], 1, "cannot read gone.rs");
    check(&[], 1, "FILES");
}

#[test]
fn a_loop_that_never_ends_is_a_warning() {
    let check = |file: &'static str, text: &str, words: &[&str]| {
        let lab = Lab::of(file, text, "");
        let output = lab.call("check", &[]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let shown = stdout(&output);
        for words in words {
            assert!(shown.contains(words), "{words} in {shown}");
        }
        let rows = json_of(&lab.call("check", &["--json"]));
        assert_eq!(rows[0]["severity"], "warning", "{rows}");
    };
    check(
        "lab.rs",
        "use cuda_std::prelude::*;\n#[kernel]\npub unsafe fn down(x: *mut u32, n: u32) {\n    \
         let mut step = n;\n    while step >= 0 {\n        unsafe { *x = step };\n        \
         step -= 1;\n    }\n}\n",
        &[
            "warning[L0001]: this loop never ends",
            "lab.rs:5:11",
            "(0..n).rev()",
            "found, 1 warning; the",
        ],
    );
    check(
        "lab.wgsl",
        "fn f() {\n    var k = 0u;\n    while k < 4u { }\n    loop { }\n}\n",
        &["changes `k`", "lab.wgsl:3:11", "lab.wgsl:4:5", "2 warnings"],
    );
}

#[test]
fn what_cannot_be_translated_ends_in_a_sentence() {
    let check = |text: &str, to: &str, words: &str| {
        let lab = Lab::of("lab.wgsl", text, "");
        let output = lab.call("translate", &["--to", to]);
        assert_eq!(code(&output), 1, "{}", stdout(&output));
        let told = stderr(&output);
        assert!(told.starts_with("error: `main` cannot be translated to "), "{told}");
        assert!(told.contains(words) && told.lines().count() == 1, "{told}");
    };
    let text = |declared: &str, value: &str| {
        format!(
            "{declared} @group(0) @binding(0) var<storage, read_write> out: array<u32>;
             @compute @workgroup_size(1) fn main() {{ out[0] = {value}; }}"
        )
    };
    check(&text("", "u32(f64(out[1]))"), "msl", "`f64`, which Metal does not have; use `f32`");
    check(&text("var<immediate> n: u32;", "n"), "hlsl", "put it into a `var<uniform>`");
    check(&text("var<immediate> n: u32;", "n"), "msl", "`n` lies in `immediate`");
}

#[test]
fn every_example_of_the_documents_is_clean() {
    let mut count = 0;
    for entry in fs::read_dir(examples()).expect("the examples") {
        let path = entry.expect("an example").path();
        if path.extension().is_some_and(|ending| ending == "rs") {
            let output = warpbench(&["check", &path.display().to_string()]);
            assert_eq!(code(&output), 0, "{}", stdout(&output));
            count += 1;
        }
    }
    assert!(count > 1);
}

#[test]
fn a_kernel_is_said_in_every_language() {
    let lab = written(HALVE, HALVE_CASE);
    let check = |to: &str, expected: &[&str]| {
        let output = lab.call("translate", &["--to", to]);
        assert_eq!(code(&output), 0, "{to}: {}", stderr(&output));
        assert_eq!(stderr(&output), "", "{to}");
        let text = stdout(&output);
        for words in expected {
            assert!(text.contains(words), "{words} in {text}");
        }
    };
    check("wgsl", &["fn halve(", "@workgroup_size(4, 1, 1)", "var<storage, read_write> b", "plus"]);
    check("msl", &["kernel void halve", "[[buffer(0)]]", "plus"]);
    check("hlsl", &["[numthreads(4, 1, 1)]", "void halve(", "plus"]);
    check(
        "spirv",
        &["OpEntryPoint GLCompute %halve", "LocalSize 4 1 1", "\"plus\"", "%b = OpVariable %"],
    );
    let file = lab.path("lab.spv");
    assert_eq!(code(&lab.call("translate", &["--to", "spirv", "-o", &file])), 0);
    let bytes = fs::read(&file).expect("the binary");
    assert_eq!(bytes[..4], 0x0723_0203_u32.to_le_bytes());
    let file = lab.path("lab.metal");
    let output = lab.call("translate", &["--to", "msl", "-o", &file]);
    assert_eq!((code(&output), stdout(&output)), (0, String::new()));
    assert!(fs::read_to_string(file).expect("the text").contains("halve"));
}

#[test]
fn what_is_translated_to_wgsl_runs_as_such() {
    let lab = written(HALVE, HALVE_CASE);
    let file = lab.path("out.wgsl");
    let output = lab.call("translate", &["--to", "wgsl", "-o", &file]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let (_, buffers) = HALVE_CASE.split_once("[[buffer]]").expect("buffers");
    let uniform = "[[buffer]]\nbinding = 2\ntype = 'i32'\ndata = [9, -1]\n";
    fs::write(lab.path("out.toml"), format!("grid = [3]\n{uniform}[[buffer]]{buffers}"))
        .expect("the case");
    let output = warpbench(&["sim", &file]);
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
}

#[test]
fn a_translation_is_of_one_kernel() {
    let lab = written(TWO, "");
    let check = |options: &[&str], expected: i32, words: &str| {
        let output = lab.call("translate", &[&["--to", "wgsl"], options].concat());
        assert_eq!(code(&output), expected, "{options:?} {}", stderr(&output));
        let text = stdout(&output) + &stderr(&output);
        assert!(text.contains(words), "{options:?} says {text:?}, not {words:?}");
    };
    check(&[], 1, "name one of them with --entry: one, two");
    check(&["--entry", "three"], 1, "has no kernel `three`; it has one, two");
    check(&["--entry", "one"], 0, "note: it is written for blocks of 256 threads");
    check(&["--entry", "one", "--block", "8,4"], 0, "@workgroup_size(8, 4, 1)");
    check(&["--entry", "one", "--case", "gone.toml"], 1, "cannot read the case gone.toml");
    // What the other kernel uses is not there.
    let text = stdout(&lab.call("translate", &["--to", "wgsl", "--entry", "two"]));
    assert!(text.contains("fn two(") && !text.contains("add("), "{text}");
    let bad = written(&TWO.replace("*to = 2", "*to = two"), "");
    let output = bad.call("translate", &["--to", "wgsl", "--entry", "one"]);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    assert_eq!(code(&warpbench(&["translate", "gone.rs", "--to", "msl"])), 1);
    assert_eq!(code(&warpbench(&["translate", "gone.rs", "--to", "glsl"])), 1);
    let wgsl = examples().join("block_sum.wgsl").display().to_string();
    for to in ["wgsl", "msl", "hlsl", "spirv"] {
        let output = warpbench(&["translate", &wgsl, "--to", to]);
        assert_eq!(code(&output), 0, "{to}: {}", stderr(&output));
        assert!(stdout(&output).contains("block_sum"), "{to}");
    }
}

#[test]
fn a_file_runs_on_an_adapter() {
    if !has_adapter("rust::a_file_runs_on_an_adapter") {
        return;
    }
    let lab = written(HALVE, HALVE_CASE);
    let options = ["--backend", "wgpu", "--repeat", "2"];
    let output = lab.call("run", &options);
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("checked") && text.contains("median of 2"), "{text}");
    assert!(!text.contains("GB/s") && !text.contains("GFLOP/s"), "{text}");

    let output = lab.call("run", &[&options[..], &["--json", "--dump", "--block", "5"]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let run = json_of(&output);
    assert_eq!((&run["kernel"], &run["backend"]), (&json!("halve"), &json!("wgpu")));
    assert_eq!((&run["block"], &run["checked"]), (&json!([5, 1, 1]), &json!(true)));
    assert_eq!((&run["expectations"], &run["wrong"]), (&json!(1), &json!([])));
    assert_eq!(run["seconds"]["samples"], 2);
    assert_eq!(
        run["buffers"][1],
        json!({
            "group": 0, "binding": 1, "name": "b", "type": "f32",
            "data": [-1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 0.0],
        })
    );
    assert_eq!(run["buffers"][0]["data"].as_array().map(Vec::len), Some(10));
}

#[test]
fn a_wrong_result_on_an_adapter_is_2_and_has_no_time() {
    if !has_adapter("rust::a_wrong_result_on_an_adapter") {
        return;
    }
    let lab = written(HALVE, &HALVE_CASE.replace("1.5, 2, 2.5", "1.5, 7, 8"));
    let output = lab.call("run", &["--repeat", "2"]);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    let text = stdout(&output);
    let expected = "WRONG: b[6] is 2, expected 7; 2 of 10 elements differ by more than 0.00001";
    assert!(text.contains(expected) && !text.contains("median"), "{text}");
    let run = json_of(&lab.call("run", &["--json"]));
    assert_eq!((&run["wrong"][0]["index"], &run["seconds"]), (&json!(6), &Value::Null));

    let lab = written(HALVE, &HALVE_CASE.replace("expect = ", "# "));
    let output = lab.call("run", &["--repeat", "2"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("nothing was compared") && text.contains("median"), "{text}");
}

#[test]
fn numbers_of_64_bits_on_an_adapter() {
    if !has_adapter("rust::numbers_of_64_bits_on_an_adapter") {
        return;
    }
    let output = written(SCALE, CASE).call("run", &["--repeat", "2", "--json", "--dump"]);
    if stderr(&output).contains("64-bit integers") {
        skips::record("rust::numbers_of_64_bits_on_an_adapter", "the adapter has none");
        return;
    }
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
    let run = json_of(&output);
    assert_eq!(run["expectations"], 2);
    assert_eq!(run["buffers"][2]["data"], json!([1_099_511_627_774_i64, 1_103_806_595_069_i64]));
}

#[test]
fn the_examples_and_the_catalogue_run_on_an_adapter() {
    if !has_adapter("rust::the_examples_and_the_catalogue") {
        return;
    }
    for name in ["block_sum.rs", "saxpy.rs"] {
        let path = examples().join(name).display().to_string();
        let output = warpbench(&["run", &path, "--backend", "wgpu", "--repeat", "2"]);
        assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
        assert!(stdout(&output).contains("checked"), "{}", stdout(&output));
    }
    for variant in ["vecadd", "reduce_sequential", "transpose_tiled"] {
        let options = ["--language", "rust", "--backend", "wgpu", "--repeat", "2", "--json"];
        let output = warpbench(&[&["run", variant], &options[..]].concat());
        assert_eq!(code(&output), 0, "{variant}: {}", stderr(&output));
        assert_eq!(json_of(&output)["checked"], true, "{variant}");
    }
}

#[test]
fn a_run_that_cannot_be_is_1_and_says_why() {
    let lab = written(HALVE, HALVE_CASE);
    let file = lab.path("lab.rs");
    let check = |arguments: &[&str], expected: &str| {
        let output = warpbench(&[&["run"], arguments].concat());
        assert_eq!(code(&output), 1, "{arguments:?} {}", stdout(&output));
        let text = stderr(&output);
        assert!(text.contains(expected), "{arguments:?} says {text:?}, not {expected:?}");
        assert!(text.starts_with("error: ") && !text.contains("panicked"), "{text}");
    };
    check(&[&file, "--backend", "cpu"], "the processor runs only kernels of the catalogue");
    check(&[&file, "--size", "7"], "the case of a file says both");
    check(&[&file, "--seed", "7"], "the case of a file says both");
    check(&[&file, "--language", "rust"], "a file's name says what it is");
    check(&[&file, "--case", "gone.toml"], "cannot read the case gone.toml");
    check(&["gone.rs"], "cannot read gone.rs");
    check(&["gone.wgsl"], "cannot read gone.wgsl");
    check(&["vecadd", "--dump"], "vecadd is launched as the catalogue says");
    check(
        &["vecadd", "--backend", "cpu", "--language", "rust"],
        "the processor runs the reference",
    );
    let bare = written(HALVE, "");
    check(&[&bare.path("lab.rs")], "--init writes one to start from; it is on standard output");
    if device::devices().found.iter().any(|device| device.backend == Backend::Cuda) {
        skips::record("rust::a_run_without_cuda", "there is a CUDA device");
        return;
    }
    check(&[&file, "--backend", "cuda"], "cuda is not available");
    let output = Command::new(env!("CARGO_BIN_EXE_warpbench"))
        .args(["run", &file, "--backend", "cuda"])
        .env("WARPBENCH_RUSTC", lab.path("rustc"))
        .output()
        .expect("the binary starts");
    assert_eq!(code(&output), 1);
    let text = stderr(&output);
    assert!(text.contains("there is neither") && text.contains("cuda is not available"), "{text}");
}

#[test]
fn what_a_kernel_does_not_use_need_not_be_given() {
    let text = HALVE.replace("n: u32", "unused: *const u32, idle: &[u64], n: u32");
    let given = "[[buffer]]\nname = 'unused'\ntype = 'u32'\nlen = 3\n";
    for (case, warnings) in [(HALVE_CASE.to_owned(), 0), (format!("{HALVE_CASE}{given}"), 1)] {
        let lab = written(&text, &case);
        let output = lab.call("sim", &["--json"]);
        assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
        let run = json_of(&output);
        assert_eq!(run["warnings"].as_array().map(Vec::len), Some(warnings), "{run}");
        if has_adapter("rust::what_a_kernel_does_not_use") {
            let output = lab.call("run", &["--repeat", "2", "--dump"]);
            assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
        }
    }
}
