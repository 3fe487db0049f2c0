//! Predicted times: what must make them longer, and what must not.

use warpbench_catalog as catalog;
use warpbench_cores::Threads;
use warpbench_front::wgsl;
use warpbench_machine::model::*;
use warpbench_machine::observe::profiler::Profiler;
use warpbench_machine::profile::{Counts, CriticalPath, LaunchProfile, Traffic};
use warpbench_machine::sim::{Buffers, Launch, Schedule};
use warpbench_simulate::compiled::compiled;
use warpbench_simulate::direct::{Settings, run_problem};

/// A copy of so many blocks of 256 words, side by side.
fn copy(blocks: u32) -> LaunchProfile {
    let warps = u64::from(blocks) * 8;
    LaunchProfile {
        grid: [blocks, 1, 1],
        block: [256, 1, 1],
        buffer_bytes: 2 * 1024 * u64::from(blocks),
        counts: Counts {
            warp_instructions: 6 * warps,
            lane_instructions: 6 * 32 * warps,
            global_requests: 2 * warps,
            global_sectors: 8 * warps,
            global_transactions: 8 * warps,
            global_bytes_wanted: 256 * warps,
            global_bytes_moved: 256 * warps,
            branches: warps,
            ..Counts::default()
        },
        traffic: Traffic { global_turns: 2 * warps, l2_sectors: 8 * warps, ..Traffic::default() },
        path: CriticalPath {
            instructions: 6 * u64::from(blocks),
            branches: u64::from(blocks),
            global_waits: u64::from(blocks),
            phases: u64::from(blocks),
            ..CriticalPath::default()
        },
        ..LaunchProfile::default()
    }
}

/// One that reads and writes shared memory and little else.
fn turns(shared_turns: u64) -> LaunchProfile {
    let mut launch = copy(1056);
    launch.traffic.shared_turns = shared_turns;
    launch.counts.shared_requests = 10_000;
    launch
}

fn h200(launch: LaunchProfile) -> Prediction {
    predict(find("h200").expect("built in"), &[launch], Resources::default())
}

/// Simulates a kernel of the catalogue and predicts its time.
fn simulate(model: &DeviceModel, name: &str, size: &[u64]) -> Prediction {
    let (family, variant) = catalog::find(name).expect("known and checked elsewhere");
    let checked =
        wgsl::check(family.wgsl_of(variant).1, family.name).expect("known and checked elsewhere");
    let problem = variant.problem(size, 7).expect("known and checked elsewhere");
    let settings = Settings {
        warp_width: model.warp_width,
        schedule: Schedule::InOrder,
        most_instructions: 1 << 32,
    };
    let mut profiler = Profiler::new(model);
    run_problem(
        &checked,
        &problem,
        &mut problem.contents(&Threads::all()),
        &settings,
        &mut profiler,
    )
    .expect("ends");
    assert_eq!(profiler.launches().len(), problem.launches.len(), "{name}");
    predict(model, &profiler.launches(), compiled(model, name))
}

#[test]
fn a_large_copy_takes_as_long_as_memory_and_blocks_take() {
    let small = h200(copy(1 << 16));
    let large = h200(copy(1 << 18));
    // 4.3 TB/s move 512 MiB in 124 µs, and starting so many blocks takes 157.
    let bytes = 2.0 * 1024.0 * f64::from(1 << 18);
    assert!((large.times.memory / (bytes / 4.32e12) - 1.0).abs() < 1e-9, "{large:?}");
    assert!(large.seconds > large.times.memory && large.seconds < 2.0 * large.times.memory);
    let growth = (large.seconds - 2.75e-6) / (small.seconds - 2.75e-6);
    assert!((growth - 4.0).abs() < 0.05, "{growth}");
}

#[test]
fn conflicts_take_time() {
    let mut before = h200(turns(1_000_000)).seconds;
    for times in [2, 4, 32] {
        let after = h200(turns(times * 1_000_000));
        assert!(after.seconds > before, "{times}: {after:?}");
        before = after.seconds;
    }
    assert_eq!(h200(turns(1 << 40)).bottleneck, Bottleneck::Shared);
    // On the path of a block they count as well.
    let mut slow = copy(4);
    slow.path.conflicts = 100_000;
    assert!(h200(slow).seconds > h200(copy(4)).seconds);
}

#[test]
fn more_resident_blocks_never_take_longer() {
    let model = find("h200").unwrap();
    for blocks in [1, 100, 133, 1000, 5000, 100_000] {
        let mut before = f64::INFINITY;
        for registers in [255, 128, 64, 32, 16] {
            let resources = Resources { registers_per_thread: Some(registers), shared_bytes: None };
            let seconds = predict(model, &[copy(blocks)], resources).seconds;
            assert!(seconds <= before, "{blocks} blocks, {registers} registers");
            before = seconds;
        }
    }
}

#[test]
fn what_must_be_done_alone_does_not_get_faster_by_more_multiprocessors() {
    // One block cannot be shared out; 132 of them work side by side.
    let alone = h200(copy(1)).times;
    let side_by_side = h200(copy(132)).times;
    assert_eq!(alone.issue, side_by_side.issue);
    assert_eq!(alone.latency, side_by_side.latency);
    // One more than there are multiprocessors, and one has two.
    assert_eq!(h200(copy(133)).times.issue, 2.0 * alone.issue);
}

#[test]
fn bounds_are_named_by_what_takes_longest() {
    let check = |change: &dyn Fn(&mut LaunchProfile), expected: Bottleneck| {
        let mut launch = copy(1056);
        change(&mut launch);
        let prediction = h200(launch);
        assert_eq!(prediction.bottleneck, expected, "{prediction:?}");
    };
    check(&|_| {}, Bottleneck::Launch);
    check(&|launch| launch.counts.warp_instructions = 1 << 36, Bottleneck::Issue);
    check(&|launch| launch.traffic.global_turns = 1 << 36, Bottleneck::Global);
    check(&|launch| launch.traffic.partial_store_lines = 1 << 36, Bottleneck::Global);
    check(&|launch| launch.path.global_waits = 1 << 30, Bottleneck::Latency);
    check(&|launch| launch.traffic.shared_turns = 1 << 36, Bottleneck::Shared);
    let atomics = |launch: &mut LaunchProfile| {
        launch.traffic.atomic_sectors = 1 << 24;
        launch.traffic.atomic_buffer_bytes = 32;
    };
    check(&atomics, Bottleneck::Global);
    // All on one sector, one after the other: 26 cycles each.
    let mut launch = copy(1);
    atomics(&mut launch);
    let expected = f64::from(1 << 24) * 26.0 / 1.98e9;
    assert!((h200(launch).times.atomics / expected - 1.0).abs() < 1e-9);
}

#[test]
fn nothing_takes_as_long_as_a_launch() {
    let model = find("h200").unwrap();
    let nothing = predict(model, &[LaunchProfile::default()], Resources::default());
    assert_eq!((nothing.seconds, nothing.bottleneck), (2.75e-6, Bottleneck::Launch));
    let none = predict(model, &[], Resources::default());
    assert_eq!((none.seconds, none.bottleneck), (0.0, Bottleneck::Launch));
    let launches = vec![LaunchProfile::default(); 10];
    let ten = predict(model, &launches, Resources::default());
    assert!((ten.seconds - 27.5e-6).abs() < 1e-12, "{ten:?}");
}

#[test]
fn figures_that_are_missing_are_left_out_and_named() {
    let mut model = find("h200").unwrap().clone();
    let whole = predict(&model, &[copy(1000)], Resources::default());
    assert_eq!(whole.left_out, Vec::<String>::new());
    model.latency = Latency::default();
    model.throughput = Throughput::default();
    model.launch = LaunchCost::default();
    model.warp_schedulers_per_multiprocessor = None;
    let bare = predict(&model, &[copy(1000), copy(1000)], Resources::default());
    assert!(bare.seconds.is_finite() && bare.seconds > 0.0, "{bare:?}");
    assert_eq!(bare.times.latency, 0.0);
    for figure in ["latency.global_cycles", "throughput.l2_gb_per_s", "launch.block_ns"] {
        let named = bare.left_out.iter().filter(|name| *name == figure).count();
        assert_eq!(named, 1, "{figure} in {:?}", bare.left_out);
    }
    // No multiprocessor holds a block of 4,096 threads.
    let mut huge = copy(1);
    huge.block = [4096, 1, 1];
    let message = h200(huge).left_out.join("; ");
    assert!(message.contains("occupancy: a block of 4096 threads is too large"), "{message}");
}

#[test]
fn every_model_gives_a_time_for_every_kind_of_kernel() {
    for model in builtin() {
        for (name, size) in [
            ("vecadd", &[1000][..]),
            ("reduce_shuffle", &[5000]),
            ("matmul_tiled", &[33, 31, 40]),
            ("transpose_padded", &[65, 40]),
            ("histogram_shared", &[3000]),
        ] {
            let prediction = simulate(model, name, size);
            let seconds = prediction.seconds;
            assert!(seconds.is_finite() && seconds > 0.0, "{} {name}", model.slug);
            assert!(seconds < 1e-3, "{} {name}: {prediction:?}", model.slug);
        }
    }
}

#[test]
fn what_the_ladders_teach_is_predicted() {
    let model = find("h200").unwrap();
    let check = |slower: &str, faster: &str, size: &[u64]| {
        let (slow, fast) = (simulate(model, slower, size), simulate(model, faster, size));
        assert!(slow.seconds > fast.seconds, "{slower} {slow:?}\n{faster} {fast:?}");
    };
    check("matmul_uncoalesced", "matmul_naive", &[128]);
    check("transpose_naive", "transpose_padded", &[512]);
    check("transpose_tiled", "transpose_padded", &[512]);
    check("histogram_global", "histogram_shared", &[1 << 17]);
    check("divergence_branchy", "divergence_uniform", &[1 << 16]);
    check("reduce_sequential", "reduce_grid_stride", &[1 << 18]);
}

#[test]
fn compiled_kernels_are_found_by_device() {
    let registers =
        |model: &str, kernel: &str| compiled(find(model).unwrap(), kernel).registers_per_thread;
    // The manifest's own figures for sm_90, and for sm_75, the lowest there is.
    assert_eq!(registers("h200", "matmul_block_2d"), Some(128));
    assert_eq!(registers("p100", "matmul_block_2d"), Some(127));
    assert_eq!(registers("mi210", "matmul_block_2d"), None);
    assert_eq!(registers("h200", "no_such_kernel"), None);
    assert_eq!(compiled(find("h200").unwrap(), "reduce_shuffle").shared_bytes, Some(32));
    for (_, variant) in catalog::variants() {
        assert!(registers("h200", variant.name).is_some(), "{}", variant.name);
    }
}

/// Each thread changes a counter of its block 64 times. So many neighbouring lanes
/// have the same counter.
fn counters(model: &str, change: &str, equal: u32) -> (Prediction, Counts) {
    let text = format!(
        "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
        var<workgroup> counts: array<atomic<u32>, 64>;
        @compute @workgroup_size(64)
        fn main(@builtin(local_invocation_id) t: vec3<u32>) {{
            for (var i = 0u; i < 64u; i++) {{ {change}; }}
            workgroupBarrier();
            out[t.x] = atomicLoad(&counts[t.x]);
        }}"
    )
    .replace("WORD", &format!("counts[t.x / {equal}u]"));
    let checked = wgsl::check(&text, "test").expect("valid");
    let code =
        warpbench_machine::sim::compile(&checked.module, &checked.info, &checked.semantics, "main");
    let launch = Launch {
        grid: [1056, 1, 1],
        warp_width: 32,
        schedule: Schedule::InOrder,
        most_instructions: 1 << 32,
        ..Launch::default()
    };
    let model = find(model).expect("built in");
    let mut profiler = Profiler::new(model);
    let mut buffers = Buffers(vec![vec![0; 64]]);
    warpbench_machine::sim::run(&code.expect("known"), &launch, &mut buffers, &mut profiler)
        .expect("ends");
    let launches = profiler.launches();
    (predict(model, &launches, Resources::default()), launches[0].counts)
}

#[test]
fn atomics_on_one_word_take_turns_and_time() {
    let one = "atomicAdd(&WORD, 1u)";
    let some = "atomicAdd(&WORD, t.x)";
    let used = "let old = atomicAdd(&WORD, 1u); out[old % 64u] = old";
    let compare = "atomicCompareExchangeWeak(&WORD, i, i + 1u)";
    let requests = 1056 * 2 * 64;
    // The turns that each request takes with 1, 2, 8 and 32 lanes on a word, and how
    // many would do.
    let cases = [
        ("h200", some, [1, 2, 8, 32], 1),
        ("h200", used, [1, 2, 8, 32], 1),
        ("h200", one, [1, 1, 1, 1], 1),
        ("h200", "atomicMax(&WORD, i)", [1, 2, 8, 32], 1),
        ("h200", "atomicSub(&WORD, 1u)", [1, 2, 8, 32], 1),
        ("h200", compare, [2, 4, 16, 64], 2),
        ("p100", one, [1, 2, 8, 32], 1),
        ("c2050", one, [1, 2, 8, 32], 1),
    ];
    for (model, change, turns, least) in cases {
        let mut before = 0.0;
        for (equal, turns) in [1, 2, 8, 32].into_iter().zip(turns) {
            let (prediction, counts) = counters(model, change, equal);
            let context = format!("{model} {change} {equal}: {counts:?}");
            // One load of each warp at the end.
            let ends = 1056 * 2;
            assert_eq!(counts.shared_turns, turns * requests + ends, "{context}");
            assert_eq!(counts.same_word_turns, (turns - least) * requests, "{context}");
            assert_eq!((counts.bank_conflicts, counts.max_lanes_on_word), (0, equal.into()));
            assert_eq!(counts.least_shared_turns(), least * requests + ends, "{context}");
            let takes_longer = prediction.times.shared > before;
            assert_eq!(takes_longer, equal == 1 || turns > least, "{context}");
            before = prediction.times.shared;
        }
    }
}
