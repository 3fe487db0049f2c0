//! Compiles kernels as the workbench does. Where the machine has no compiler for
//! them, the tests say so and pass.

use crate::common::{FILE, can_compile, compile, options};
use warpbench_ptx::{Error, Options, compile_kernel};

/// The errors that a kernel gives, as its author reads them.
fn refusal(source: &str) -> String {
    match compile(source) {
        Ok(compiled) => panic!("compiled to\n{}", compiled.ptx),
        Err(error) => error.to_string(),
    }
}

const SAXPY: &str = "\
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn saxpy(a: f32, x: &[f32], y: *mut f32) {
    let i = thread::index_1d() as usize;
    if i < x.len() {
        *y.add(i) = a * x[i] + *y.add(i);
    }
}
";

#[test]
fn a_kernel_becomes_ptx() {
    if !can_compile("a_kernel_becomes_ptx") {
        return;
    }
    let mut steps = Vec::new();
    let mut note = |step: &str| steps.push(step.to_owned());
    let compiled = compile_kernel(SAXPY, &options(FILE), &mut note).unwrap();
    assert_eq!(compiled.kernels, ["saxpy"]);
    assert_eq!(compiled.messages, "");
    for expected in [".target sm_75", ".visible .entry saxpy(", "fma.rn.f32", "ld.global"] {
        assert!(compiled.ptx.contains(expected), "no {expected} in\n{}", compiled.ptx);
    }
    // A slice is two parameters, and the checked index is known to be in bounds.
    assert!(compiled.ptx.contains("saxpy_param_3") && !compiled.ptx.contains("saxpy_param_4"));
    assert!(!compiled.ptx.contains("trap"), "{}", compiled.ptx);
    assert!(steps.iter().any(|step| step.starts_with("compiling labs/my_kernel.rs with rustc")));
    assert_eq!(steps.last().map(String::as_str), Some("translating it to PTX for sm_75"));

    // The same text gives the same PTX.
    assert_eq!(compile(SAXPY).unwrap().ptx, compiled.ptx);
}

/// `cuda_lite!` is for whoever derives a coalesced kernel, and nothing to the compiler.
#[test]
fn annotations_are_nothing() {
    if !can_compile("annotations_are_nothing") {
        return;
    }
    let plain = "\
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn row_sums(a: *const f32, sums: *mut f32, rows: u32, cols: u32) {
    let row = thread::index_1d();
    if row < rows {
        let mut sum = 0.0;
        let mut j = 0;
        while j < cols {
            sum += *a.add((row * cols + j) as usize);
            j += 1;
        }
        *sums.add(row as usize) = sum;
    }
}
";
    let annotated = plain
        .replace("use cuda_std", "use warpbench_directives::cuda_lite;\nuse cuda_std")
        .replace("    let row", "    cuda_lite! { kernel threads(256) blocks(4) }\n    let row")
        .replace("    if row", "    cuda_lite! { BoundChk }\n    if row")
        .replace(
            "        while j",
            "        cuda_lite! { loop j in 0..cols step 1 }\n        while j",
        );
    assert_eq!(annotated.matches("cuda_lite!").count(), 3, "{annotated}");
    let compiled = compile(&annotated).unwrap();
    assert_eq!(compiled.kernels, ["row_sums"]);
    assert_eq!(compiled.messages, "");
    assert_eq!(compiled.ptx, compile(plain).unwrap().ptx);
}

#[test]
fn everything_a_kernel_can_use_compiles() {
    if !can_compile("everything_a_kernel_can_use_compiles") {
        return;
    }
    let compiled = compile(include_str!("kernels/everything.rs")).unwrap();
    assert_eq!(compiled.kernels.len(), 11, "{:?}", compiled.kernels);
    assert_eq!(compiled.messages, "");
    let expected = [
        "shfl.sync.up.b32",
        "shfl.sync.bfly.b32",
        "shfl.sync.idx.b32",
        "vote.sync.all.pred",
        "vote.sync.any.pred",
        "vote.sync.ballot.b32",
        "bar.red.popc.u32",
        "bar.red.and.pred",
        "bar.red.or.pred",
        "atom.global.max.s64",
        "atom.relaxed.sys.min.s32",
        "atom.relaxed.gpu.add.f32",
        "atom.relaxed.cta.add.f64",
        "atom.acq_rel.sys.max.u32",
        "ld.acquire.gpu.b32",
        "st.release.cta.b64",
        "fence.sc.sys",
        "ex2.approx.f32",
        "lg2.approx.f32",
        "sin.approx.f32",
        "cos.approx.f32",
        "sqrt.rn.f64",
        "ld.global.v4.b32",
    ];
    for instruction in expected {
        assert!(compiled.ptx.contains(instruction), "no {instruction} in\n{}", compiled.ptx);
    }
    // Nothing is left for a linker that nobody runs.
    assert!(!compiled.ptx.contains(".extern .func"), "{}", compiled.ptx);
}

/// As on the simulator, which knows the methods of floats without an import.
#[test]
fn floats_have_their_methods_everywhere() {
    if !can_compile("floats_have_their_methods_everywhere") {
        return;
    }
    let source = "\
use cuda_std::{kernel, thread};

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Limit {
    least: Option<f32>,
}

fn helper(x: f32) -> f32 {
    x.sqrt().max(0.0) + x.powi(2)
}

mod inner {
    pub fn growth(x: f64) -> f64 {
        x.exp()
    }
}

#[kernel]
pub unsafe fn methods(x: *mut f32) {
    let i = thread::index_1d() as usize;
    assert_eq!(Limit::default(), Limit { least: None });
    *x.add(i) = helper(*x) + inner::growth(*x as f64) as f32;
}
";
    let explicit = source
        .replace("use cuda_std::{kernel", "use cuda_std::{GpuFloat, kernel")
        .replace("pub fn growth", "use cuda_std::GpuFloat;\n    pub fn growth");
    for source in [source, &explicit] {
        let compiled = compile(source).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(compiled.messages, "");
        assert!(compiled.ptx.contains("sqrt.rn.f32"), "{}", compiled.ptx);
    }
}

/// Barriers that follow a branch, in a helper and between two looks at one `Option`:
/// an optimiser that has one for each side of the branch makes the GPU wait for ever.
const MEETINGS: &str = "\
use cuda_std::prelude::*;
use cuda_std::{shared_array, warp};

unsafe fn scan(scratch: *mut i32, value: Option<i32>) -> i32 {
    let t = thread::thread_idx_x() as usize;
    let mut sum = value.unwrap_or(i32::MIN);
    let mut distance = 1;
    while distance < 64 {
        *scratch.add(t) = sum;
        thread::sync_threads();
        if t >= distance {
            sum = sum.max(*scratch.add(t - distance));
        }
        thread::sync_threads();
        distance <<= 1;
    }
    sum
}

#[kernel]
pub unsafe fn in_a_helper(input: &[i32], out: *mut i32) {
    let i = thread::index_1d() as usize;
    let x = input.get(i).copied();
    let max = scan(shared_array![i32; 64], x);
    if x.is_some() {
        *out.add(i) = max;
    }
}

#[kernel]
pub unsafe fn between(input: &[i32], out: *mut u32) {
    let i = thread::index_1d() as usize;
    let found = if i < input.len() { Some(input[i]) } else { None };
    let ballot = warp::warp_vote_ballot(u32::MAX, found.is_some());
    if let Some(x) = found {
        *out.add(i) = x as u32 + ballot;
    }
}
";

#[test]
fn meetings_are_not_taken_apart() {
    if !can_compile("meetings_are_not_taken_apart") {
        return;
    }
    let ptx = compile(MEETINGS).unwrap().ptx;
    // The loop runs six times and has two barriers.
    for (meeting, count) in [("bar.sync", 12), ("vote.sync.ballot", 1)] {
        assert_eq!(ptx.matches(meeting).count(), count, "{meeting} in\n{ptx}");
    }
}

#[test]
fn warnings_come_with_the_ptx() {
    if !can_compile("warnings_come_with_the_ptx") {
        return;
    }
    let source = SAXPY.replace("let i =", "let unused = 1;\n    let i =");
    let messages = compile(&source).unwrap().messages;
    assert!(messages.contains("warning: unused variable: `unused`"), "{messages}");
    assert!(messages.contains("--> labs/my_kernel.rs:5:9"), "{messages}");
}

#[test]
fn errors_point_into_the_students_file() {
    if !can_compile("errors_point_into_the_students_file") {
        return;
    }
    let cases = [
        (
            SAXPY.replace("a * x[i]", "a * i"),
            vec!["error[E0277]: cannot multiply `f32` by `usize`", "labs/my_kernel.rs:7:23"],
        ),
        (SAXPY.replace("*y.add(i) = ", "*z.add(i) = "), vec!["cannot find value `z`", ":7:10"]),
        (SAXPY.replace("x: &[f32]", "x: &[f33]"), vec!["cannot find type `f33`", ":4:34"]),
        (
            SAXPY.replace("pub unsafe fn", "pub fn"),
            vec!["a kernel must be an `unsafe fn`", "labs/my_kernel.rs:4:5"],
        ),
        (
            SAXPY.replace("f32) {", "f32) -> u32 {"),
            vec!["a kernel returns nothing", "labs/my_kernel.rs:4:56"],
        ),
        (
            SAXPY.replace("saxpy(", "saxpy<const N: usize>("),
            vec!["a kernel has no generic parameters", "labs/my_kernel.rs:4:21"],
        ),
        (
            SAXPY.replace("pub unsafe fn", "pub unsafe extern \"system\" fn"),
            vec!["leave `extern` out"],
        ),
        ("#[cuda_std::kernel]\nstruct A;\n".into(), vec!["`#[kernel]` stands before a function"]),
        (SAXPY.replace("use cuda_std::prelude::*;", ""), vec!["cannot find attribute `kernel`"]),
        (
            SAXPY.replace("#[kernel]", ""),
            vec!["labs/my_kernel.rs has no kernel: write `#[kernel]`"],
        ),
        (SAXPY.replace("{\n    let", "{\n    let ("), vec!["labs/my_kernel.rs:5:"]),
        (String::new(), vec!["labs/my_kernel.rs has no kernel"]),
    ];
    for (source, expected) in cases {
        let text = refusal(&source);
        for part in expected {
            assert!(text.contains(part), "no {part:?} for\n{source}\nin\n{text}");
        }
        assert!(!text.contains(env!("CARGO_TARGET_TMPDIR")), "{text}");
    }
}

#[test]
fn another_architecture_is_refused_by_name() {
    if !can_compile("another_architecture_is_refused_by_name") {
        return;
    }
    let options = Options { target: "gfx90a".into(), ..options("k.rs") };
    let error = compile_kernel(SAXPY, &options, &mut |_| {}).unwrap_err();
    assert!(matches!(&error, Error::Target(name) if name == "gfx90a"), "{error}");
}
