//! Emulated warps against real ones: what a kernel does on the simulator with
//! warps of 32, its emulation does with warps of any width, under any schedule,
//! without a finding of any detector, and on the software adapter.
//!
//! `WARPS_SEED` and `WARPS_COUNT` choose other random kernels, or more of them.

mod adapter;
mod kernels;
mod masked;
mod random;

use crate::{seeds, skips};
use adapter::Adapter;
use naga::back::spv;
use warpbench_front::back::{self, Target};
use warpbench_front::overrides;
use warpbench_front::warps::{self, WarpError};
use warpbench_front::wgsl::{self, Checked};
use warpbench_machine::observe::detectors::Detectors;
use warpbench_machine::sim::{self, Buffers, Launch, Schedule};
use warpbench_semantics::Dialect;

const SCHEDULES: [Schedule; 3] = [Schedule::InOrder, Schedule::RoundRobin, Schedule::Shuffled(7)];
const WIDTHS: [u32; 5] = [1, 8, 16, 32, 64];

/// Blocks that fill their warps and blocks that do not.
const BLOCKS: [[u32; 2]; 6] = [[48, 1], [100, 1], [256, 1], [16, 6], [7, 11], [20, 1]];

const GRID: u32 = 2;

fn check(text: &str) -> Checked {
    wgsl::check(text, "kernel").unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn emulate(checked: &Checked, text: &str) -> Checked {
    assert!(warps::uses_warps(checked, "main"), "{text}");
    let emulated = warps::emulate(checked, "main");
    let emulated = emulated.unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert!(!warps::uses_warps(&emulated, "main"), "{text}");
    emulated
}

fn input(words: u32) -> Vec<u32> {
    (0..words).map(|i| i.wrapping_mul(2_654_435_761) >> 16).collect()
}

/// What a kernel leaves in its output, and what the detectors say.
fn simulate(
    checked: &Checked,
    input: &[u32],
    warp_width: u32,
    schedule: Schedule,
) -> (Vec<u32>, Vec<String>) {
    let code = sim::compile(&checked.module, &checked.info, &checked.semantics, "main")
        .unwrap_or_else(|error| panic!("{error}"));
    let launch = Launch {
        grid: [GRID, 1, 1],
        warp_width,
        schedule,
        most_instructions: 1 << 28,
        ..Launch::default()
    };
    let contents = |binding| if binding == 0 { input.to_vec() } else { vec![0; input.len()] };
    let mut buffers = Buffers(code.buffers.iter().map(|slot| contents(slot.binding)).collect());
    let mut detectors = Detectors::all();
    let result = sim::run(&code, &launch, &mut buffers, &mut detectors);
    let at = format!("width {warp_width}, {schedule:?}");
    result.unwrap_or_else(|error| panic!("{at}: {error}"));
    let findings = detectors.findings();
    let findings = findings.iter().map(|found| format!("{found:?}")).collect();
    let output = code.buffers.iter().position(|slot| slot.binding == 1).expect("an output");
    (buffers.0.swap_remove(output), findings)
}

/// Compares a kernel with its emulation on these machines and on the adapter.
fn agree(
    name: &str,
    text: &str,
    threads: u32,
    machines: &[(u32, Schedule)],
    adapter: Option<&Adapter>,
) {
    agree_with(name, (&check(text), text), threads, machines, adapter);
}

/// The same for a kernel that has been compiled.
fn agree_with(
    name: &str,
    (checked, text): (&Checked, &str),
    threads: u32,
    machines: &[(u32, Schedule)],
    adapter: Option<&Adapter>,
) {
    let mut emulated = emulate(checked, text);
    // The emulation's atomics are those of a shading language.
    emulated.semantics.dialect = Dialect::Wgsl;
    let input = input(GRID * threads);
    let (expected, findings) = simulate(checked, &input, 32, Schedule::InOrder);
    assert!(findings.is_empty(), "{name}: the original: {findings:?}\n{text}");
    for &(width, schedule) in machines {
        let (ours, findings) = simulate(&emulated, &input, width, schedule);
        let at = format!("{name}, width {width}, {schedule:?}");
        assert_eq!(ours, expected, "{at}\n{text}");
        assert!(findings.is_empty(), "{at}: {findings:?}\n{text}");
    }
    if let Some(adapter) = adapter {
        let ours = adapter.run(&emulated.module, &input, GRID);
        assert_eq!(ours, expected, "{name} on the adapter\n{text}");
    }
    let options = spv::PipelineOptions {
        shader_stage: naga::ShaderStage::Compute,
        entry_point: "main".to_owned(),
    };
    let (module, info) = (&emulated.module, &emulated.info);
    let words = spv::write_vec(module, info, &spv::Options::default(), Some(&options));
    assert!(words.is_ok_and(|words| !words.is_empty()), "{name}: no SPIR-V\n{text}");
}

/// Every width with every schedule.
fn all_machines() -> Vec<(u32, Schedule)> {
    WIDTHS.iter().flat_map(|&width| SCHEDULES.map(|schedule| (width, schedule))).collect()
}

/// Random kernels of a run, by their seeds.
const FIXED: u64 = 20;
const FRESH: u64 = 40;

fn adapter(test: &str) -> Option<Adapter> {
    Adapter::open().inspect_err(|reason| skips::record(test, reason)).ok()
}

#[test]
fn kernels_do_the_same_with_emulated_warps() {
    let adapter = adapter("warps, kernels on the adapter");
    for (name, functions, body) in kernels::KERNELS {
        for block in BLOCKS {
            let text = kernels::text(functions, body, block);
            let name = format!("{name}, {block:?}");
            agree(&name, &text, block[0] * block[1], &all_machines(), adapter.as_ref());
        }
    }
}

#[test]
fn kernels_with_masks_do_the_same_with_emulated_warps() {
    let adapter = adapter("warps, kernels with masks on the adapter");
    for (name, body) in masked::BODIES {
        for block in BLOCKS {
            let text = masked::text(body, block);
            let checked = masked::compile(&text, block);
            let name = format!("{name}, {block:?}");
            let threads = block[0] * block[1];
            agree_with(&name, (&checked, &text), threads, &all_machines(), adapter.as_ref());
            // Where subgroups are wide enough, it is the kernel itself that runs.
            for target in [Target::Wgsl, Target::Spirv, Target::Msl, Target::Hlsl] {
                let written = back::write(&checked, "main", target);
                assert!(written.is_ok(), "{name}: {written:?}\n{text}");
            }
        }
    }
}

#[test]
fn random_kernels_do_the_same_with_emulated_warps() {
    let adapter = adapter("warps, random kernels on the adapter");
    for seed in seeds::seeds("WARPS", FIXED, FRESH) {
        let block = BLOCKS[seed as usize % BLOCKS.len()];
        let text = kernels::text(random::FUNCTIONS, &random::body(seed), block);
        // Every machine has its turn, but not with every kernel.
        let turn = |(at, machine)| (at as u64 + seed).is_multiple_of(4).then_some(machine);
        let machines: Vec<_> = all_machines().into_iter().enumerate().filter_map(turn).collect();
        agree(&format!("seed {seed}"), &text, block[0] * block[1], &machines, adapter.as_ref());
    }
}

#[test]
fn entry_points_may_ask_in_any_way() {
    let adapter = adapter("warps, inputs on the adapter");
    let buffers = "@group(0) @binding(1) var<storage, read_write> output: array<u32>;";
    let texts = [
        // One by one, without the thread's number.
        "@compute @workgroup_size(77) fn main(
            @builtin(subgroup_invocation_id) lane: u32,
            @builtin(global_invocation_id) at: vec3<u32>,
            @builtin(subgroup_size) size: u32,
            @builtin(num_subgroups) count: u32,
            @builtin(subgroup_id) id: u32,
        ) { output[at.x] = lane + 100u * size + 10000u * count + 1000000u * id; }",
        // A structure of nothing else, and the number by itself.
        "struct Warp {
            @builtin(subgroup_id) id: u32,
            @builtin(subgroup_size) size: u32,
            @builtin(subgroup_invocation_id) lane: u32,
        }
        fn index(warp: Warp) -> u32 { return warp.id * warp.size + warp.lane; }
        @compute @workgroup_size(77) fn main(
            warp: Warp,
            @builtin(workgroup_id) block: vec3<u32>,
            @builtin(local_invocation_index) t: u32,
        ) { output[block.x * 77u + t] = index(warp) + 1000u * t + warp.lane; }",
        // The number in a structure, the lane beside it.
        "struct Thread {
            @builtin(workgroup_id) block: vec3<u32>,
            @builtin(local_invocation_index) t: u32,
        }
        @compute @workgroup_size(77) fn main(
            @builtin(subgroup_invocation_id) lane: u32, thread: Thread,
        ) { output[thread.block.x * 77u + thread.t] = lane; }",
    ];
    for text in texts {
        let text = format!("{buffers}\n{text}");
        agree("inputs", &text, 77, &all_machines(), adapter.as_ref());
    }
}

/// A kernel of 40 threads, of which each writes what the expression says.
fn one_line(expression: &str) -> String {
    format!(
        "@group(0) @binding(1) var<storage, read_write> output: array<u32>;
        @compute @workgroup_size(40) fn main(
            @builtin(local_invocation_index) t: u32, @builtin(workgroup_id) block: vec3<u32>,
        ) {{
            output[block.x * 40u + t] = {expression};
        }}"
    )
}

#[test]
fn lanes_without_a_source_get_their_own_value() {
    let adapter = adapter("warps, sources on the adapter");
    let compare = |expression: &str, expected: fn(u32) -> u32| {
        let text = one_line(expression);
        let emulated = emulate(&check(&text), &text);
        let expected: Vec<u32> = (0..80).map(|i| expected(i % 40)).collect();
        for (width, schedule) in all_machines() {
            let (ours, findings) = simulate(&emulated, &input(80), width, schedule);
            assert_eq!((ours, findings), (expected.clone(), Vec::new()), "{expression}");
        }
        // Not every adapter has types of 64 bits.
        if let Some(adapter) = adapter.as_ref().filter(|_| !expression.contains("64(")) {
            assert_eq!(adapter.run(&emulated.module, &input(80), GRID), expected, "{expression}");
        }
    };
    // The second warp has eight lanes, so the last source is thread 39.
    compare(
        "subgroupShuffleDown(t, 5u)",
        |t| {
            if t % 32 + 5 < 32 && t + 5 < 40 { t + 5 } else { t }
        },
    );
    compare("subgroupShuffleDown(t, 4294967295u)", |t| t);
    compare("subgroupShuffleUp(t, 3u)", |t| if t % 32 >= 3 { t - 3 } else { t });
    compare("subgroupShuffleUp(t, 4294967290u)", |t| t);
    compare("subgroupShuffle(t, 37u)", |t| t / 32 * 32 + 5);
    compare("subgroupShuffle(t, 9u)", |t| if t < 32 { 9 } else { t });
    compare("subgroupShuffleXor(t, 9u)", |t| if t < 32 { t ^ 9 } else { t });
    compare("u32(subgroupShuffleXor(-i32(t), 1u) + 100)", |t| 100 - (t ^ 1));
    compare("u32(subgroupShuffleXor(f64(t) + 0.5lf, 1u) * 2.0lf)", |t| (t ^ 1) * 2 + 1);
    compare("u32(subgroupShuffleXor(i64(t) << 33u, 1u) >> 33u)", |t| t ^ 1);
}

#[test]
fn what_cannot_be_emulated_is_named() {
    let text = one_line("subgroupAdd(t)");
    let error = warps::emulate(&check(&text), "main").expect_err("a sum");
    assert!(error.to_string().contains("`subgroupAdd` cannot be emulated"), "{error}");
    assert_eq!(error.location(&text).map(|location| location.line), Some(5));
    let text = one_line("subgroupInclusiveMul(t)");
    let error = warps::emulate(&check(&text), "main").expect_err("a product");
    assert!(error.to_string().contains("`subgroupInclusiveMul`"), "{error}");

    let checked = check(&one_line("t"));
    assert!(!warps::uses_warps(&checked, "main"));
    assert!(warps::emulate(&checked, "main").is_ok());
    assert!(!warps::uses_warps(&checked, "other"));
    let error = warps::emulate(&checked, "other").expect_err("no kernel");
    assert_eq!(error, WarpError::NoEntry { entry: "other".to_owned() });
    let checked = check(
        "override SIZE = 32u; @compute @workgroup_size(SIZE) fn main() { subgroupBarrier(); }",
    );
    assert!(warps::uses_warps(&checked, "main"));
    let error = warps::emulate(&checked, "main").expect_err("a size");
    assert_eq!(error, WarpError::Overrides);
}

#[test]
fn overrides_may_have_had_their_values() {
    let text = "override SIZE = 32u;
        override SCALE = 2u;
        @group(0) @binding(1) var<storage, read_write> output: array<u32>;
        var<workgroup> tile: array<u32, SIZE>;
        @compute @workgroup_size(SIZE) fn main(
            @builtin(local_invocation_index) t: u32, @builtin(workgroup_id) block: vec3<u32>,
        ) {
            tile[t] = t * SCALE;
            subgroupBarrier();
            output[block.x * SIZE + t] = tile[t ^ 1u];
        }";
    let values = [("SIZE".to_owned(), 100.0), ("SCALE".to_owned(), 3.0)].into();
    let applied = overrides::apply(&check(text), "main", &values).expect("they have defaults");
    let emulated = emulate(&applied.expect("there are some"), text);
    let expected: Vec<u32> = (0..200).map(|i| ((i % 100) ^ 1) * 3).collect();
    for (width, schedule) in all_machines() {
        let (ours, findings) = simulate(&emulated, &input(200), width, schedule);
        assert_eq!((ours, findings), (expected.clone(), Vec::new()));
    }
}

#[test]
fn findings_lead_to_the_same_lines() {
    let text = "@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) t: u32) {
    var v = t;
    if t < 32u {
        v += subgroupShuffleXor(t, 1u);
        output[t + 64u] = v;
        v += output[t + 96u];
    }
    output[t] = v;
}";
    let emulated = emulate(&check(text), text);
    let code = sim::compile(&emulated.module, &emulated.info, &emulated.semantics, "main")
        .expect("it compiles");
    let launch = Launch {
        grid: [1; 3],
        warp_width: 8,
        schedule: Schedule::InOrder,
        most_instructions: 1 << 20,
        ..Launch::default()
    };
    let mut detectors = Detectors::all();
    let mut buffers = Buffers(vec![vec![0; 64]]);
    sim::run(&code, &launch, &mut buffers, &mut detectors).expect("it ends");
    let findings = detectors.findings().into_iter();
    let lines: Vec<u32> = findings.map(|found| found.locate(&code, text).line).collect();
    assert_eq!(lines, [6, 7]);
}
