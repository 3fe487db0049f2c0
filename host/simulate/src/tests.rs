//! Texts and cases on the simulator, right and wrong.

use super::report::Simulation;
use super::*;
use std::io;
use std::path::Path;
use std::time::Duration;
use warpbench_case::{Case, Files, skeletons};
use warpbench_catalog as catalog;
use warpbench_front::wgsl;
use warpbench_machine::finding::FindingKind;
use warpbench_machine::model;

const ADD: &str = "
    struct Params { n: u32, scale: f32 }
    @group(0) @binding(0) var<storage> a: array<f32>;
    @group(0) @binding(1) var<storage, read_write> sum: array<f32>;
    @group(0) @binding(2) var<uniform> params: Params;
    @group(0) @binding(3) var<storage> spare: array<u32, 4>;
    override BLOCK: u32 = 4;
    @compute @workgroup_size(BLOCK)
    fn main(@builtin(global_invocation_id) id: vec3<u32>) {
        if id.x < params.n { sum[id.x] = a[id.x] * params.scale; }
    }";

const CASE: &str = "
    grid = [2]
    [[buffer]]
    binding = 0
    type = 'f32'
    len = 8
    init = 'iota'
    [[buffer]]
    name = 'sum'
    type = 'f32'
    len = 8
    expect = [0, 0.5, 1, 1.5, 2, 2.5, 0, 0]
    [[buffer]]
    binding = 2
    type = 'u32'
    data = [6, 0x3f000000]";

/// A place without files.
struct NoFiles;

impl Files for NoFiles {
    fn len(&self, _: &Path) -> io::Result<u64> {
        Err(io::ErrorKind::NotFound.into())
    }

    fn read(&self, _: &Path) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::NotFound.into())
    }
}

fn setup() -> Setup {
    Setup {
        model: model::find("h200").expect("built in").clone(),
        language: Language::Wgsl,
        schedule: Schedule::InOrder,
        most_instructions: 100_000,
        most_bytes: 1 << 20,
        cores: Arc::new(warpbench_cores::OneCore),
        observe: Observe::all(),
        dump: false,
    }
}

fn prepare(text: &str, case: &str) -> Result<Prepared, SimulateError> {
    let source = Source { path: "lab.wgsl".to_owned(), text: text.to_owned() };
    let case = Case::parse(case, Path::new("lab.toml"), 1 << 20, &NoFiles)?;
    prepare_text(source, case, setup())
}

fn simulate(text: &str, case: &str) -> Simulation {
    let prepared = prepare(text, case).unwrap_or_else(|error| panic!("{error}"));
    prepared.run().unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_case_that_holds() {
    let run = simulate(ADD, CASE);
    assert!(run.passed(), "{run:?}");
    assert_eq!((run.kernel.as_str(), run.expectations), ("main", 1));
    assert_eq!((run.grid, run.block), (Some([2, 1, 1]), Some([4, 1, 1])));
    let counters = run.counters.expect("counted");
    // Both blocks load and store, the second with two of its lanes.
    assert_eq!((counters.global_requests, counters.global_bytes_wanted), (4, 4 * 12));
    assert_eq!(counters.divergent_branches, 1);
    let occupancy = run.occupancy.expect("it fits");
    assert_eq!((occupancy.registers_per_thread, occupancy.registers_assumed), (32, true));
}

#[test]
fn an_expectation_that_does_not_hold_says_where() {
    let run = simulate(ADD, &CASE.replace("1.5, 2, 2.5", "1.5, 7, 2.6"));
    assert!(!run.passed() && !run.checked);
    let wrong = &run.wrong[0];
    assert_eq!((wrong.buffer.as_str(), wrong.index, wrong.count, wrong.len), ("sum", 4, 2, 8));
    assert_eq!((wrong.value.float(), wrong.expected.float()), (2.0, 7.0));
    assert_eq!(run.max_error, Some(5.0));
}

#[test]
fn overrides_change_the_block() {
    let run = simulate(ADD, &format!("overrides = {{ BLOCK = 8 }}\n{CASE}").replace("[2]", "[1]"));
    assert!(run.passed(), "{run:?}");
    assert_eq!(run.block, Some([8, 1, 1]));
    // The kernel's own block may be said again.
    assert!(prepare(ADD, &format!("block = [4]\n{CASE}")).is_ok());
}

#[test]
fn a_case_that_does_not_fit_the_kernel_is_refused() {
    let check = |case: &str, expected: &str| {
        let error = prepare(ADD, case).err().unwrap_or_else(|| panic!("{case}")).to_string();
        assert!(error.starts_with("lab.toml"), "{error}");
        assert!(error.contains(expected), "{error}");
    };
    let replaced = |from: &str, to: &str| CASE.replacen(from, to, 1);
    check(&format!("entry = 'mian'\n{CASE}"), "lab.wgsl has no kernel `mian`; it has main");
    check(&format!("block = [8]\n{CASE}"), "`main` says [4, 1, 1]; leave `block` out");
    check(&format!("overrides = {{ B = 1 }}\n{CASE}"), "no override `B`; the text declares BLOCK");
    check(&replaced("'sum'", "'summe'"), "buffer `summe`: the text has no such variable");
    check(&replaced("name = 'sum'", "binding = 0"), "`a` is bound already");
    check(&replaced("binding = 2", "binding = 3"), "no buffer is bound to `params`");
    check(&replaced("binding = 2", "binding = 7"), "group 0, binding 7: the text has no such");
    check(&replaced("[6, 0x3f000000]", "[6]"), "it has 4 bytes, but Params takes 8");
    check(&replaced("binding = 2", "binding = 4"), "\n  group 0, binding 2  params: Params\n");
}

#[test]
fn a_buffer_that_the_kernel_does_not_use_is_a_warning() {
    let run = simulate(ADD, &format!("{CASE}\n[[buffer]]\nbinding = 3\ntype = 'u32'\nlen = 4"));
    assert!(run.passed());
    let expected = "buffer of group 0, binding 3: the kernel `main` does not use it";
    assert_eq!(run.warnings, [expected]);
}

#[test]
fn the_kernel_may_go_without_saying() {
    let one = "@compute @workgroup_size(1) fn one() { }";
    let two = "@compute @workgroup_size(1) fn one() { } @compute @workgroup_size(1) fn two() { }";
    let check = |text: &str, expected: &str| {
        let error = prepare(text, "grid = [1]").err().unwrap_or_else(|| panic!("{text}"));
        assert!(error.to_string().contains(expected), "{error}");
    };
    assert_eq!(simulate(one, "grid = [1]").kernel, "one");
    assert_eq!(simulate(two, "entry = 'two'\ngrid = [1]").kernel, "two");
    check(two, "lab.toml does not say which kernel it is for; add entry = \"…\", one of one, two");
    check("fn f() { }", "lab.wgsl has no kernel");
    check("fn f() { let x = ; }", "lab.wgsl:1:18");
}

#[test]
fn bytes_of_any_width_are_bound() {
    let text = "
        @group(0) @binding(0) var<storage, read_write> words: array<u32>;
        @compute @workgroup_size(1) fn main() { words[0] = 0x3c003800u; words[1] = 7u; }";
    let check = |buffer: &str| {
        let run = simulate(text, &format!("grid = [1]\n[[buffer]]\nbinding = 0\n{buffer}"));
        assert!(run.passed(), "{buffer}: {run:?}");
    };
    check("type = 'f16'\nlen = 4\nexpect = [0.5, 1, 4.172325134277344e-7, 0]\ntolerance = 0.0");
    check("type = 'u64'\nlen = 1\nexpect = [31071418368]");
    check("type = 'u8'\nlen = 8\nexpect = [0, 56, 0, 60, 7, 0, 0, 0]");
    // A word that is not there in full is there, but only its bytes are kept.
    check("type = 'u8'\nlen = 5\nexpect = [0, 56, 0, 60, 7]");
}

#[test]
fn a_loop_that_never_ends_is_a_result() {
    let text = "@compute @workgroup_size(64) fn main() { var x = 0u; while x < 1u { x *= 2u; } }";
    let run = simulate(text, "grid = [1]");
    assert!(!run.passed() && !run.checked);
    assert!(run.stopped.is_some_and(|why| why.contains("it can never end")));
    let [finding] = &run.findings[..] else { panic!("{:?}", run.findings) };
    assert!(finding.message.contains("(`x` is 0)"), "{}", finding.message);
}

/// It ends, but not soon.
const LONG: &str = "@compute @workgroup_size(64) fn main() { var x = 0u;
    while x != 1u { x = x * 1664525u + 1013904223u; } }";

#[test]
fn a_budget_that_ends_is_a_result() {
    let run = simulate(LONG, "grid = [1]");
    assert!(!run.passed() && !run.checked);
    assert!(run.stopped.is_some_and(|why| why.contains("100000 instructions")));
    assert!(run.counters.is_some_and(|counters| counters.warp_instructions > 1000));
}

#[test]
fn a_time_that_ends_is_a_result() {
    let mut prepared = prepare(LONG, "grid = [1]").unwrap_or_else(|error| panic!("{error}"));
    prepared.setup.most_instructions = 30_000_000;
    let start = std::time::Instant::now();
    let run = prepared.run_within(Duration::from_millis(1), &|| start.elapsed()).expect("a result");
    assert!(!run.passed());
    assert_eq!(run.kernel, "main");
    assert!(run.stopped.is_some_and(|why| why.contains("after 0.001 s")));
    let named = run.findings.iter().any(|found| found.message.contains("after 0.001 s"));
    assert!(named, "{:?}", run.findings);
}

#[test]
fn blocks_and_memory_are_limited() {
    let check = |text: &str, expected: &str| {
        let error = prepare(text, "grid = [1]").err().unwrap_or_else(|| panic!("{text}"));
        assert!(error.to_string().contains(expected), "{error}");
    };
    check("@compute @workgroup_size(16384, 16384, 16384) fn main() { }", "is too large for the");
    check(
        "var<private> a: array<u32, 10000>;
        @compute @workgroup_size(64) fn main() { for (var i = 0u; i < 9999u; i++) { a[i] = i; } }",
        "the variables of a block take 2",
    );
    let (family, variant) = catalog::find("vecadd").expect("vecadd");
    let error = prepare_problem(family, variant, &[1_000_000], 1, setup()).err();
    assert!(error.is_some_and(|error| error.to_string().contains("the buffers take 12000000")));
}

#[test]
fn what_the_model_does_not_have_is_refused_before_the_run() {
    let check = |model: &str, text: &str, grid: &str, expected: Option<&str>| {
        let model = model::find(model).expect("built in").clone();
        let source = Source { path: "lab.wgsl".to_owned(), text: text.to_owned() };
        let case = format!("grid = {grid}");
        let case = Case::parse(&case, Path::new("lab.toml"), 1 << 20, &NoFiles).expect("good");
        match (prepare_text(source, case, Setup { model, ..setup() }), expected) {
            (Ok(_), None) => {}
            (Err(error), Some(expected)) => {
                assert!(error.to_string().contains(expected), "{error}");
                assert!(!error.is_of_text());
            }
            (result, _) => panic!("{text}: {result:?}"),
        }
    };
    let threads = "@compute @workgroup_size(1024) fn main() { }";
    check("h200", threads, "[1]", None);
    check("8800 gtx", threads, "[1]", Some("GeForce 8800 GTX, where a block has 512 at most"));
    let shared = "var<workgroup> a: array<u32, 10000>;
        @compute @workgroup_size(32) fn main() { a[0] = 1u; }";
    check("h200", shared, "[1]", None);
    check("c2050", shared, "[1]", None);
    check("gtx 280", shared, "[1]", Some("takes 40000 bytes of shared memory"));
    let small = "@compute @workgroup_size(1) fn main() { }";
    check("8800 gtx", small, "[1, 1, 1]", None);
    check("8800 gtx", small, "[1, 1, 2]", Some("2 along z"));
    check("h200", small, "[1, 70000]", Some("70000 along y, and on the H200 65535 is the most"));
}

/// As many cores as are wanted, all of them the caller's.
#[derive(Debug)]
struct Many(usize);

impl warpbench_cores::Cores for Many {
    fn count(&self) -> usize {
        self.0
    }

    fn run(&self, jobs: Vec<warpbench_cores::Job<'_>>) {
        jobs.into_iter().for_each(|job| job());
    }
}

#[test]
fn where_memory_is_short_less_is_watched_and_the_report_says_so() {
    let (family, variant) = catalog::find("vecadd").expect("vecadd");
    // Three buffers of 160,000 bytes, and a copy and a claim of the one that is written.
    let size = [40_000];
    let plan = |most_bytes: u64, observe: &str| {
        let observe = observe.parse().expect(observe);
        let setup = Setup { cores: Arc::new(Many(8)), most_bytes, observe, ..setup() };
        let prepared = prepare_problem(family, variant, &size, 1, setup)?;
        let cores = prepared.plan.cores;
        prepared.run().map(|run| (cores, run))
    };
    let enough = 1 << 30;
    let (cores, whole) = plan(enough, "all").expect("there is room");
    assert_eq!((cores, whole.unwatched.len()), (8, 0));
    let (mut cores_before, mut unwatched_before) = (8, false);
    let mut refused = 0;
    // Less and less memory: first fewer cores, then fewer things that are watched, then
    // none at all, and never back.
    for most_bytes in (0..=3_000_000u64).rev().step_by(15_000) {
        match plan(most_bytes, "all") {
            Ok((cores, run)) => {
                assert_eq!(refused, 0, "{most_bytes}");
                let unwatched = run.unwatched.iter().any(|gap| gap.what.contains("races"));
                assert!(unwatched >= unwatched_before, "{most_bytes}");
                assert!(unwatched != unwatched_before || cores <= cores_before, "{most_bytes}");
                assert!(unwatched || run.unwatched.is_empty());
                let reason = run.unwatched.iter().all(|gap| gap.why.contains("--memory"));
                assert!(run.passed() && reason, "{run:?}");
                assert_eq!((run.counters, run.findings), (whole.counters, whole.findings.clone()));
                (cores_before, unwatched_before) = (cores, unwatched);
            }
            Err(error) => {
                assert!(unwatched_before || refused > 0, "{most_bytes}: {error}");
                let text = error.to_string();
                assert!(text.contains(" bytes") && text.contains("(--memory)"), "{text}");
                refused += 1;
            }
        }
    }
    assert!(refused > 0 && unwatched_before);
    // Nobody asked for races: nothing is missing.
    let (_, run) = plan(1_600_000, "counters").expect("there is room");
    assert_eq!(run.unwatched, []);
}

#[test]
fn buffers_that_addresses_do_not_reach_are_refused() {
    let (family, variant) = catalog::find("vecadd").expect("vecadd");
    let check = |elements: u64, is_reached: bool| {
        let setup = Setup { most_bytes: 1 << 20, ..setup() };
        let error = prepare_problem(family, variant, &[elements], 1, setup).err();
        let text = error.expect("too much in any case").to_string();
        assert_eq!(text.contains("the buffers take"), is_reached, "{text}");
        assert_eq!(text.contains("largest that it has is 4294967280"), !is_reached, "{text}");
    };
    check((1 << 30) - 4, true);
    check((1 << 30) - 3, false);
    check(1 << 30, false);
    check((1 << 30) + 1, false);
}

#[test]
fn assumed_registers_leave_room_for_a_block() {
    // The PTX of this kernel takes more registers than the 8800 has for a block of
    // 256 threads, but it was built for newer cards.
    let (family, variant) = catalog::find("matmul_tiled").expect("in the catalogue");
    let model = model::find("8800 gtx").expect("built in").clone();
    let setup = Setup { model, ..setup() };
    let prepared = prepare_problem(family, variant, &[33], 1, setup).expect("it compiles");
    let occupancy = prepared.known().occupancy.as_ref().expect("it fits");
    assert_eq!((occupancy.registers_per_thread, occupancy.registers_assumed), (32, true));
}

#[test]
fn nothing_observed_is_nothing_counted() {
    let source = Source { path: "lab.wgsl".to_owned(), text: ADD.to_owned() };
    let case = Case::parse(CASE, Path::new("lab.toml"), 1 << 20, &NoFiles).expect("good");
    let setup = Setup { observe: Observe::none(), dump: true, ..setup() };
    let run = prepare_text(source, case, setup).and_then(Prepared::run).expect("good");
    assert!(run.passed() && run.counters.is_none() && run.lines.is_empty());
    let buffers = run.buffers.expect("asked for");
    let names: Vec<&str> = buffers.iter().map(|buffer| buffer.name.as_str()).collect();
    assert_eq!(names, ["a", "sum", "params"]);
    assert_eq!(buffers[1].data[5].float(), 2.5);
}

#[test]
fn a_text_that_ran_unobserved_is_observed_when_it_runs_again() {
    let text = "use cuda_std::prelude::*;
        #[kernel]
        pub unsafe fn k(x: &[u32], y: *mut u32) {
            let i = thread::index_1d() as usize;
            let part = &x[i..i + 4];
            *y.add(i) = part[x[i + 3] as usize % 5];
        }";
    let case = "grid = [1]\nblock = [4]
        [[buffer]]\nname = 'x'\ntype = 'u32'\nlen = 16\ninit = 'iota'
        [[buffer]]\nname = 'y'\ntype = 'u32'\nlen = 16";
    let case = || Case::parse(case, Path::new("lab.toml"), 1 << 20, &NoFiles).expect("good");
    let source = Source { path: "lab.rs".to_owned(), text: text.to_owned() };
    let read = ReadText::read(source, &case()).expect("good");
    let found = |observe: &[Aspect]| {
        let setup = Setup { language: Language::Rust, observe: Observe::of(observe), ..setup() };
        let run = read.prepare(case(), setup).and_then(Prepared::run).expect("good");
        run.findings.iter().map(|finding| finding.kind).collect::<Vec<_>>()
    };
    assert_eq!(found(&[]), []);
    assert_eq!(found(&[Aspect::Bounds]), [FindingKind::Bounds]);
    assert_eq!(found(&[]), []);
}

#[test]
fn launches_of_a_problem_are_summed() {
    let (family, variant) = catalog::find("reduce_sequential").expect("in the catalogue");
    let setup = Setup { dump: true, most_instructions: 1 << 30, ..setup() };
    let run = prepare_problem(family, variant, &[1000], 1, setup)
        .and_then(Prepared::run)
        .expect("it runs");
    assert!(run.passed() && run.launches > 1, "{run:?}");
    assert_eq!(run.size, Some(vec![1000]));
    // Each launch halves within blocks of 256: nine barriers for each block.
    assert_eq!(run.counters.expect("counted").barriers % 9, 0);
    assert!(!run.occupancy.expect("it fits").registers_assumed);
    assert_eq!(run.buffers.expect("asked for")[0].data.len(), 1000);
}

#[test]
fn a_skeleton_is_a_case_that_runs() {
    let needy = "
        struct Big { a: array<vec4<u32>, 40>, b: array<vec2<f32>> }
        override TILE: u32;
        override on: bool;
        @group(0) @binding(0) var<storage, read_write> big: Big;
        @group(2) @binding(1) var<storage> small: vec4<i32>;
        @compute @workgroup_size(TILE, 2)
        fn first() { if on { big.b[0].x = f32(small.x); } }
        @compute @workgroup_size(8) fn second() { }";
    for text in [ADD, needy] {
        let checked = wgsl::check(text, "lab.wgsl").unwrap_or_else(|error| panic!("{error}"));
        let cases = skeletons(&checked);
        assert_eq!(cases.len(), checked.kernels().len());
        for case in cases {
            let run = simulate(text, &case.text);
            assert!(run.passed() && run.warnings.is_empty(), "{}", case.text);
        }
    }
    let checked = wgsl::check(needy, "lab.wgsl").expect("valid");
    let cases = skeletons(&checked);
    assert_eq!(cases[1].entry, "second");
    let case = &cases[0].text;
    for line in [
        "entry = \"first\"",
        "grid = [4, 1, 1]  # blocks of 16×2 threads",
        "overrides = { TILE = 16, on = 1 }",
        "[[buffer]]  # small: vec4<i32>",
        "data = [8, 8, 8, 8]  # small.x, small.y, small.z, small.w",
    ] {
        assert!(case.lines().any(|l| l == line), "{line} in {case}");
    }
    let checked = wgsl::check("fn f() { }", "x").expect("valid");
    assert_eq!(skeletons(&checked), []);
}

#[test]
fn arithmetic_is_checked_where_somebody_asks() {
    let text = "use cuda_std::prelude::*;\n\
        #[kernel]\n\
        pub unsafe fn main(out: *mut u32) {\n\
            let i = thread::index_1d();\n\
            *out.add(i as usize) = i - 2;\n\
        }";
    let case = "grid = [1]\nblock = [4]\n\
        [[buffer]]\nname = 'out'\ntype = 'u32'\nlen = 4\n\
        expect = [4294967294, 4294967295, 0, 1]";
    let check = |observe: &str, expected: &[&str]| {
        let source = Source { path: "lab.rs".to_owned(), text: text.to_owned() };
        let case = Case::parse(case, Path::new("lab.toml"), 1 << 20, &NoFiles).expect("a case");
        let observe = observe.parse().expect("known");
        let prepared = prepare_text(source, case, Setup { observe, ..setup() }).expect("runs");
        let run = prepared.run().expect("runs");
        assert!(run.checked, "{:?}", run.wrong);
        let found: Vec<_> = run.findings.iter().map(|found| found.kind.name()).collect();
        assert_eq!(found, expected, "{:#?}", run.findings);
    };
    check("all", &["arithmetic"]);
    check("arithmetic", &["arithmetic"]);
    check("race,bounds", &[]);
    check("none", &[]);
}
