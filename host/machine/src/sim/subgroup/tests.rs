use super::POISON;
use crate::sim::{self, Buffers, Launch, Schedule, code::Code};
use warpbench_front::rust::check::check as check_rust;
use warpbench_front::rust::lower::{Options, lower};
use warpbench_front::wgsl;

fn compile_wgsl(body: &str, threads: u32) -> Code {
    let text = format!(
        "@group(0) @binding(0) var<storage, read_write> output: array<u32>;\n\
         @compute @workgroup_size({threads})\n\
         fn main(@builtin(local_invocation_index) t: u32) {{ {body} }}"
    );
    let checked = wgsl::check(&text, body).unwrap_or_else(|error| panic!("{body}: {error}"));
    let code = sim::compile(&checked.module, &checked.info, &checked.semantics, "main");
    code.unwrap_or_else(|error| panic!("{body}: {error}"))
}

fn compile_rust(body: &str, threads: u32) -> Code {
    let text = format!(
        "use crate::warp::{{ballot, shuffle_down_u32, shuffle_from_u32, shuffle_up_u32}};\n\
         use crate::warp::shuffle_xor_u32;\n\
         use cuda_std::prelude::*;\n\
         #[kernel]\n\
         pub unsafe fn main(output: *mut u32) {{\n\
             let t = thread::thread_idx_x();\n\
             let to = output.add(t as usize);\n\
             {body}\n\
         }}"
    );
    let program = check_rust(&text).unwrap_or_else(|found| panic!("{body}: {found:?}"));
    let options =
        Options { entry: "main".to_owned(), block: [threads, 1, 1], ..Options::default() };
    let lowered = lower(&program, &options).unwrap_or_else(|found| panic!("{body}: {found:?}"));
    let checked = &lowered.checked;
    let code = sim::compile(&checked.module, &checked.info, &checked.semantics, "main");
    code.unwrap_or_else(|error| panic!("{body}: {error}"))
}

/// Runs a block of 32 lanes or fewer, each of which writes one word.
fn run(code: &Code, threads: u32) -> Vec<u32> {
    let launch = Launch {
        grid: [1; 3],
        warp_width: 32,
        schedule: Schedule::InOrder,
        most_instructions: 100_000,
        ..Launch::default()
    };
    let mut buffers = Buffers(vec![vec![0; threads as usize]]);
    sim::run(code, &launch, &mut buffers, &mut ()).expect("it ends");
    buffers.0.remove(0)
}

#[test]
fn what_comes_from_a_lane_that_is_not_there_shows_in_wgsl() {
    let check = |body: &str, threads: u32, expected: &[(usize, u32)]| {
        let output = run(&compile_wgsl(body, threads), threads);
        for &(lane, word) in expected {
            assert_eq!(output[lane], word, "{body}: lane {lane}");
        }
    };
    let poisoned = f32::from_bits(POISON);
    assert!(poisoned.is_nan());
    check("output[t] = subgroupShuffleDown(t, 1u);", 32, &[(0, 1), (30, 31), (31, POISON)]);
    check("output[t] = subgroupShuffleUp(t, 2u);", 32, &[(0, POISON), (1, POISON), (2, 0)]);
    check("output[t] = subgroupShuffle(t, 40u);", 32, &[(0, POISON), (31, POISON)]);
    check("output[t] = subgroupShuffle(t, 25u);", 20, &[(0, POISON), (19, POISON)]);
    check("if t < 16u { output[t] = subgroupShuffleXor(t, 16u); }", 32, &[(3, POISON), (16, 0)]);
    check("if t < 16u { output[t] = subgroupShuffleXor(t, 8u); }", 32, &[(3, 11), (16, 0)]);
    check("if t > 3u { return; } output[t] = subgroupBroadcast(t, 7u);", 32, &[(0, POISON)]);
    check("if t > 3u { return; } output[t] = subgroupBroadcastFirst(t);", 32, &[(3, 0)]);
    // A sum of it is no number either.
    check(
        "output[t] = bitcast<u32>(f32(t) + subgroupShuffleDown(f32(t), 1u));",
        32,
        &[(0, 1f32.to_bits()), (31, (poisoned + 31.0).to_bits())],
    );
    check("if t < 3u { output[t] = subgroupBallot(t != 1u).x; }", 32, &[(0, 0b101), (2, 0b101)]);
}

#[test]
fn what_comes_from_a_lane_that_is_not_there_shows_in_rust() {
    let check = |body: &str, threads: u32, expected: &[(usize, u32)]| {
        let output = run(&compile_rust(body, threads), threads);
        for &(lane, word) in expected {
            assert_eq!(output[lane], word, "{body}: lane {lane}");
        }
    };
    // Past the end of the warp a lane gets its own value back.
    check("*to = shuffle_down_u32(t, 4);", 32, &[(0, 4), (27, 31), (28, 28), (31, 31)]);
    check("*to = shuffle_up_u32(t, 4);", 32, &[(0, 0), (3, 3), (4, 0), (31, 27)]);
    check("*to = shuffle_from_u32(t, 33);", 32, &[(0, 1), (31, 1)]);
    // Those that have returned, and those that never were, have none.
    check(
        "if t >= 20 { return; } *to = shuffle_down_u32(t, 4);",
        32,
        &[(0, 4), (15, 19), (16, POISON), (19, POISON)],
    );
    check("*to = shuffle_down_u32(t, 4);", 20, &[(15, 19), (16, POISON), (19, POISON)]);
    check("if t % 2 == 0 { *to = shuffle_xor_u32(t, 1); }", 32, &[(0, POISON), (1, 0)]);
    check("if t >= 20 { return; } *to = ballot(true);", 32, &[(0, (1 << 20) - 1)]);
    check("if t < 20 { *to = ballot(true); }", 32, &[(0, POISON), (19, POISON)]);
}
