//! Cases to start from, on standard output and beside the file.

use crate::output::{Lab, code, stderr, stdout};
use std::fs;

const WGSL: &str = "
override TILE: u32;
struct Params { width: u32, height: u32, gain: f32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> src: array<f32>;
@group(0) @binding(2) var<storage, read_write> to: array<f32>;
fn at(p: vec2u) -> u32 { return p.y * params.width + p.x; }
@compute @workgroup_size(TILE, 8)
fn plane(@builtin(global_invocation_id) id: vec3u) {
    if id.x < params.width && id.y < params.height { to[at(id.xy)] = src[at(id.xy)] * params.gain; }
}
@compute @workgroup_size(64)
fn line(@builtin(global_invocation_id) id: vec3u) { to[id.x] = src[id.x]; }
";

const RUST: &str = "
use cuda_std::prelude::*;
const TILE: usize = 8;
fn at(width: u32) -> usize {
    let p = thread::index_2d();
    (p.y * width + p.x) as usize
}
#[kernel]
pub unsafe fn plane(from: &[f32], to: *mut f32, width: u32, height: u32) {
    let p = thread::index_2d();
    if p.x < width && p.y < height { *to.add(at(width)) = from[at(width)]; }
}
#[kernel]
pub unsafe fn space(to: *mut u32, n: u32) {
    let x = thread::thread_idx_x() + thread::block_idx_x() * thread::block_dim_x();
    let y = thread::thread_idx_y() + thread::block_idx_y() * thread::block_dim_y();
    let z = thread::thread_idx_z() + thread::block_idx_z() * thread::block_dim_z();
    if x < n && y < n && z < n { *to.add(((z * n + y) * n + x) as usize) = 1; }
}
#[kernel]
pub unsafe fn line(to: &mut [u32]) {
    let i = thread::index() as usize;
    if i < to.len() { to[i] = 1; }
}
";

fn has_lines(text: &str, lines: &[&str]) {
    for line in lines {
        assert!(text.lines().any(|l| l == *line), "{line} in {text}");
    }
}

#[test]
fn a_case_for_every_kernel_is_written_beside_the_file() {
    for (file, text, entries) in [
        ("lab.wgsl", WGSL, &["plane", "line"][..]),
        ("lab.rs", RUST, &["plane", "space", "line"][..]),
    ] {
        let lab = Lab::of(file, text, "");
        let output = lab.call("sim", &["--init"]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        for entry in entries {
            let case = lab.path(&format!("lab.{entry}.toml"));
            assert!(stdout(&output).contains(&format!("wrote {case}")), "{}", stdout(&output));
            // It works as it is, and is found by the kernel's name.
            let run = lab.call("sim", &["--entry", entry]);
            assert_eq!(code(&run), 0, "{}{}", stdout(&run), stderr(&run));
            assert!(stdout(&run).starts_with(&format!("{entry} of ")), "{}", stdout(&run));
            assert!(!stdout(&run).contains("error["), "{}", stdout(&run));
        }
        let run = lab.call("sim", &[]);
        assert_eq!(code(&run), 1);
        let expected = format!("{}; say which with --entry plane", entries.join(", "));
        assert!(stderr(&run).contains(&expected), "{}", stderr(&run));
    }
}

#[test]
fn launches_are_in_as_many_directions_as_the_kernel_looks() {
    let lab = Lab::of("lab.rs", RUST, "");
    lab.call("run", &["--init"]);
    let case =
        |entry: &str| fs::read_to_string(lab.path(&format!("lab.{entry}.toml"))).expect("a case");
    let plane = [
        "grid = [4, 4, 1]  # blocks",
        "block = [8, 8, 1]  # threads",
        "width = 32  # u32",
        "height = 32  # u32",
        "len = 1024",
    ];
    has_lines(&case("plane"), &plane);
    let space = [
        "grid = [2, 2, 2]  # blocks",
        "block = [8, 8, 8]  # threads",
        "n = 16  # u32",
        "len = 4096",
    ];
    has_lines(&case("space"), &space);
    has_lines(&case("line"), &["grid = [4, 1, 1]  # blocks", "block = [8, 1, 1]  # threads"]);
    let lab = Lab::of("lab.wgsl", WGSL, "");
    let text = stdout(&lab.call("sim", &["--entry", "plane"]));
    let plane = [
        "grid = [2, 4, 1]  # blocks of 16×8 threads",
        "overrides = { TILE = 16 }",
        "data = [32, 32, 1065353216]  # width, height, gain (1.0, its bits)",
        "len = 1024",
    ];
    has_lines(&text, &plane);
}

#[test]
fn what_is_there_stays_unless_forced() {
    let lab = Lab::of("lab.wgsl", WGSL, "");
    fs::write(lab.path("lab.line.toml"), "mine").expect("a file");
    let output = lab.call("sim", &["--init"]);
    assert_eq!(code(&output), 0);
    let text = stdout(&output);
    assert!(text.contains("lab.line.toml is there already and stays as it is; --force"), "{text}");
    assert_eq!(fs::read_to_string(lab.path("lab.line.toml")).expect("it"), "mine");
    let output = lab.call("sim", &["--init"]);
    assert_eq!(code(&output), 1, "nothing was written");
    assert!(!stdout(&output).contains("wrote"), "{}", stdout(&output));
    let output = lab.call("sim", &["--init", "--force", "--entry", "line"]);
    assert_eq!(code(&output), 0);
    assert!(!stdout(&output).contains("plane"), "{}", stdout(&output));
    assert!(fs::read_to_string(lab.path("lab.line.toml")).expect("it").contains("grid = "));
}

#[test]
fn the_only_kernel_has_the_common_case() {
    let lab = Lab::of("lab.wgsl", "@compute @workgroup_size(8) fn f() {}", "");
    assert_eq!(code(&lab.call("sim", &["--init"])), 0);
    assert!(fs::exists(lab.path("lab.toml")).expect("a folder"));
    assert_eq!(code(&lab.call("sim", &[])), 0);
}

#[test]
fn standard_output_has_a_case_that_works() {
    let lab = Lab::of("lab.rs", RUST, "");
    let output = lab.call("sim", &[]);
    assert_eq!(code(&output), 1);
    let text = stdout(&output);
    // The others are there, but do no harm.
    has_lines(&text, &["entry = \"plane\"", "# entry = \"space\"", "# entry = \"line\""]);
    assert!(stderr(&output).contains("for each of plane, space, line"), "{}", stderr(&output));
    fs::write(lab.path("lab.toml"), text).expect("the case");
    let output = lab.call("sim", &[]);
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
    // What is for programs has nothing else in it.
    let lab = Lab::of("lab.rs", RUST, "");
    let output = lab.call("sim", &["--json"]);
    assert_eq!((code(&output), stdout(&output).as_str()), (1, ""));
    assert!(stderr(&output).contains("--init writes one to start from"), "{}", stderr(&output));
}

#[test]
fn what_has_no_kernel_has_no_case() {
    let check = |text: &str, options: &[&str], exit: i32, expected: &str| {
        let output = Lab::of("lab.rs", text, "").call("sim", options);
        assert_eq!(code(&output), exit, "{}", stderr(&output));
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
    };
    check("", &["--init"], 1, "has no kernel; mark a function with #[kernel]");
    check("", &[], 1, "has no kernel");
    check("fn f( {", &["--init"], 2, "error");
    check(RUST, &["--init", "--entry", "nosuch"], 1, "it has plane, space, line");
    check(RUST, &["--force"], 1, "--init");
    check(RUST, &["--entry", "nosuch"], 1, "it has plane, space, line");
    check(RUST, &["--entry", "space"], 1, "lab.space.toml and ");
}

#[test]
fn shared_memory_of_the_launchs_choice_is_proposed() {
    let text = "
        use cuda_std::prelude::*;
        #[kernel]
        pub unsafe fn turn(to: *mut f32) {
            let tile = cuda_std::shared::dynamic_shared_mem::<f32>();
            let i = thread::thread_idx_x() as usize;
            *tile.add(i) = i as f32;
            thread::sync_threads();
            *to.add(i) = *tile.add(thread::block_dim_x() as usize - 1 - i);
        }";
    let lab = Lab::of("lab.rs", text, "");
    let output = lab.call("sim", &["--init"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let case = fs::read_to_string(lab.path("lab.toml")).expect("a case");
    assert!(case.contains("dynamic_shared_bytes = 2048"), "{case}");
    let output = lab.call("sim", &["--grid", "1"]);
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
}
