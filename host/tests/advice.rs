//! Advice on the kernels of the catalogue: the rungs that waste something are
//! spoken of, those that cured it are not.

use warpbench_catalog as catalog;
use warpbench_cores::Threads;
use warpbench_front::wgsl;
use warpbench_machine::finding::{Finding, FindingKind, Severity};
use warpbench_machine::model;
use warpbench_machine::observe::advice::advise;
use warpbench_machine::observe::counters::Counters;
use warpbench_machine::sim::{self, Buffers, Launch, Schedule};
use warpbench_simulate::direct::{Settings, run_problem};

/// What is said about a kernel at a size, under a model.
fn advice(name: &str, size: &[u64], model: &str) -> Vec<Finding> {
    let (family, variant) = catalog::find(name).expect(name);
    let (_, text) = family.wgsl_of(variant);
    let checked = wgsl::check(text, family.name).expect("checked elsewhere");
    let model = model::find(model).expect(model);
    let problem = variant.problem(size, 7).expect("a small size");
    let settings = Settings {
        warp_width: model.warp_width,
        schedule: Schedule::InOrder,
        most_instructions: 1 << 32,
    };
    let mut counters = Counters::new(model);
    run_problem(
        &checked,
        &problem,
        &mut problem.contents(&Threads::all()),
        &settings,
        &mut counters,
    )
    .unwrap_or_else(|error| panic!("{name}: {error}"));
    advise(&counters, text)
}

#[test]
fn what_is_wasted_is_spoken_of_where_it_is_wasted() {
    use FindingKind::{BankConflict, Divergence, Uncoalesced};
    let check = |name: &str, size: &[u64], kind: FindingKind, code: &str, figures: &[&str]| {
        let (family, variant) = catalog::find(name).expect(name);
        let findings = advice(name, size, "h200");
        let [finding] = findings.as_slice() else { panic!("{name}: {findings:#?}") };
        assert_eq!((finding.kind, finding.severity), (kind, Severity::Advice), "{name}");
        let line =
            family.wgsl_of(variant).1.lines().nth(finding.line as usize - 1).expect("a line");
        let place = &line[finding.column as usize - 1..];
        assert!(place.starts_with(code), "{name}: {place}");
        for figure in figures {
            assert!(finding.message.contains(figure), "{name}: {}", finding.message);
        }
    };
    // A sector for every lane instead of four for all.
    check(
        "copy_strided",
        &[8192, 32],
        Uncoalesced,
        "input[i * stride_params.stride]",
        &["128 bytes apart", "32 transactions", "1024 bytes where 128"],
    );
    check(
        "transpose_naive",
        &[96, 160],
        Uncoalesced,
        "output[x * rows + y + k] =",
        &["384 bytes apart", "1024 bytes where 128"],
    );
    check("transpose_tiled", &[96, 160], BankConflict, "tile[tx * TILE", &["32 turns"]);
    check("matvec_rows", &[100, 70], BankConflict, "tile[t * TILE + j]", &["128 bytes apart"]);
    check("reduce_interleaved_strided", &[10_000], BankConflict, "tile[left", &["8 at worst"]);
    // 40 blocks and then one of eight warps, eight steps: five of them split
    // every warp, then 4, 2 and 1 warps are left to be split.
    let often = format!("{} of the {} times", 41 * (5 * 8 + 4 + 2 + 1), 41 * 8 * 8);
    let branch = "if (t & (2u * stride - 1u)) == 0u";
    check("reduce_interleaved_divergent", &[10_240], Divergence, branch, &[&often]);
    check("divergence_branchy", &[9_999], Divergence, "if i % 2u == 0u", &["313 of the 313"]);
}

#[test]
fn what_wastes_little_is_left_alone() {
    for (name, size) in [
        ("vecadd", [9_999].as_slice()),
        ("copy_coalesced", &[9_999]),
        ("copy_offset", &[9_999, 1]),
        ("copy_soa", &[4_099]),
        ("transpose_padded", &[200, 230]),
        ("matmul_tiled", &[100, 110, 120]),
        ("matmul_naive", &[100, 110, 120]),
        ("matvec_rows_padded", &[200, 230]),
        ("matvec_columns", &[200, 230]),
        ("reduce_sequential", &[9_999]),
        ("reduce_first_add", &[9_999]),
        ("reduce_last_warp", &[9_999]),
        ("reduce_shuffle", &[9_999]),
        ("reduce_grid_stride", &[9_999]),
        ("jacobi_shared", &[200, 230]),
        ("divergence_uniform", &[9_999]),
    ] {
        let findings = advice(name, size, "h200");
        assert!(findings.is_empty(), "{name}: {findings:#?}");
    }
}

#[test]
fn the_model_decides() {
    // One word further on, a half-warp of the 8800 falls apart.
    let findings = advice("copy_offset", &[8192, 1], "8800 gtx");
    assert_eq!(findings.len(), 1, "{findings:#?}");
    assert!(findings[0].message.contains("32 transactions"), "{findings:#?}");
    assert_eq!(advice("copy_offset", &[8192, 16], "8800 gtx"), []);
    // Nothing that it says about the cured rungs of the transpose is about banks.
    assert_eq!(advice("transpose_padded", &[96, 160], "gtx 280"), []);
}

#[test]
fn so_little_is_done_that_nothing_is_said() {
    for (name, size) in [
        ("copy_strided", [1, 32].as_slice()),
        ("copy_strided", &[0, 1]),
        ("transpose_tiled", &[1, 1]),
    ] {
        assert_eq!(advice(name, size, "h200"), [], "{name}");
    }
}

/// What is said about a block of 256 threads that each do something with an array of
/// 1,024 words 16 times, under a model.
fn advice_on(line: &str, model: &str) -> Vec<Finding> {
    let text = format!(
        "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
        var<workgroup> atomics: array<atomic<u32>, 1024>;
        var<workgroup> words: array<u32, 1024>;
        var<workgroup> pairs: array<vec2<u32>, 512>;
        @compute @workgroup_size(256)
        fn main(@builtin(local_invocation_id) t: vec3<u32>) {{
            var sum = 0u;
            for (var i = 0u; i < 16u; i++) {{
                {line}
            }}
            out[t.x] = sum + atomicLoad(&atomics[t.x]) + words[t.x] + pairs[0].x;
        }}"
    );
    let checked = wgsl::check(&text, "test").expect("valid");
    let code =
        sim::compile(&checked.module, &checked.info, &checked.semantics, "main").expect("known");
    let model = model::find(model).expect(model);
    let launch = Launch {
        grid: [2, 1, 1],
        warp_width: model.warp_width,
        schedule: Schedule::InOrder,
        most_instructions: 1 << 32,
        ..Launch::default()
    };
    let mut counters = Counters::new(model);
    sim::run(&code, &launch, &mut Buffers(vec![vec![0; 256]]), &mut counters).expect("ends");
    advise(&counters, &text)
}

#[test]
fn turns_are_told_with_those_that_would_do() {
    use FindingKind::{BankConflict, SameWord};
    let check = |line: &str, model: &str, kind: FindingKind, words: &[&str]| {
        let findings = advice_on(line, model);
        let [finding] = findings.as_slice() else { panic!("{line} {model}: {findings:#?}") };
        assert_eq!((finding.kind, finding.line), (kind, 9), "{line} {model}");
        for words in words {
            assert!(finding.message.contains(words), "{line} {model}: {}", finding.message);
        }
    };
    let nothing =
        |line: &str, model: &str| assert_eq!(advice_on(line, model), [], "{line} {model}");
    // A two-way conflict of each half-warp: four turns where two would do.
    let strided = "sum += words[2u * t.x];";
    let two_ways = "4 turns on average, 4 at worst, where 2 would do";
    check(strided, "8800 gtx", BankConflict, &["8 bytes apart", two_ways]);
    check(strided, "gtx 280", BankConflict, &[two_ways]);
    check(strided, "h200", BankConflict, &["2 turns on average, 2 at worst, where one would do"]);
    // Eight bytes each, side by side.
    let wide = "sum += dot(pairs[t.x], vec2(1u));";
    check(wide, "gtx 280", BankConflict, &["8 turns on average, 8 at worst, where 4 would do"]);
    nothing(wide, "c2050");
    nothing(wide, "h200");
    // Two words with eight lanes each, of which the first cards broadcast one.
    let halves = "sum += words[t.x / 8u % 2u];";
    check(halves, "gtx 280", BankConflict, &[two_ways]);
    nothing(halves, "c2050");
    nothing(halves, "h200");
    // All lanes change one word.
    let all = "atomicAdd(&atomics[i], t.x);";
    let turns = "up to 32 lanes of a warp change the same word";
    check(all, "h200", SameWord, &[turns, "32 turns on average where one would do", "one of its"]);
    check(all, "p100", SameWord, &[turns, "let each warp add its values up first"]);
    let some = "atomicMax(&atomics[t.x * 7u % 4u], i);";
    check(some, "h200", SameWord, &["up to 8 lanes", "8 turns", "words of their own"]);
    check(
        "_ = atomicCompareExchangeWeak(&atomics[i], i, t.x);",
        "h200",
        SameWord,
        &["64 turns on average where 2 would do"],
    );
    // Ones that nobody looks at are counted together, but not everywhere.
    let ones = "atomicAdd(&atomics[i], 1u);";
    nothing(ones, "h200");
    nothing(ones, "rtx 4090");
    check(ones, "p100", SameWord, &["32 turns on average where one would do"]);
    check("sum += atomicAdd(&atomics[i], 1u);", "h200", SameWord, &["32 turns on average"]);
    // A word for each lane is no matter, and neither is reading one together.
    nothing("atomicAdd(&atomics[t.x], t.x);", "h200");
    nothing("sum += atomicLoad(&atomics[i]);", "h200");
    nothing("atomicStore(&atomics[i], 1u);", "h200");
    // Different words of one bank are a conflict, whoever asks.
    let strided = "atomicAdd(&atomics[4u * t.x], t.x);";
    check(strided, "h200", BankConflict, &["4 turns on average, 4 at worst, where one"]);
}
