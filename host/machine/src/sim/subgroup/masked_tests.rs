//! Warp operations with masks and widths, against what PTX says of `shfl.sync`,
//! `vote.sync`, `match.sync` and `redux.sync`.

use super::POISON;
use crate::sim::{self, Buffers, Launch, Schedule, code::Code};
use warpbench_front::rust::check::check as check_rust;
use warpbench_front::rust::lower::{Options, lower};

const SCHEDULES: [Schedule; 3] = [Schedule::InOrder, Schedule::RoundRobin, Schedule::Shuffled(3)];

fn compile(body: &str, threads: u32) -> Code {
    let text = format!(
        "use cuda_std::prelude::*;\n\
         use cuda_std::warp::*;\n\
         const FULL: u32 = u32::MAX;\n\
         #[kernel]\n\
         pub unsafe fn main(output: *mut u32) {{\n\
             let t = thread::thread_idx_x();\n\
             let lane = lane_id();\n\
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

fn run(code: &Code, threads: u32, warp_width: u32, schedule: Schedule) -> Vec<u32> {
    let most_instructions = 1_000_000;
    let launch =
        Launch { grid: [1; 3], warp_width, schedule, most_instructions, ..Launch::default() };
    let mut buffers = Buffers(vec![vec![0; threads as usize]]);
    sim::run(code, &launch, &mut buffers, &mut ()).expect("it ends");
    buffers.0.remove(0)
}

/// Checks what each of so many threads writes, whatever the schedule and however many
/// warps the machine keeps in one.
fn check(body: &str, threads: u32, expected: impl Fn(u32) -> u32) {
    let code = compile(body, threads);
    for width in [32, 64] {
        for schedule in SCHEDULES {
            let output = run(&code, threads, width, schedule);
            let expected: Vec<u32> = (0..threads).map(&expected).collect();
            assert_eq!(output, expected, "{body}, {threads} threads, {width} wide, {schedule:?}");
        }
    }
}

/// The lane that `shfl.sync` reads and whether it is in range, by the text of PTX,
/// with `c` as CUDA's functions set it.
fn shfl(mode: &str, lane: u32, b: u32, width: u32) -> (u32, bool) {
    let clamp = if mode == "up" { 0 } else { 0x1f };
    let c = (32 - width) << 8 | clamp;
    let (lane, bval, cval, segmask) =
        ((lane & 31) as i32, (b & 31) as i32, (c & 31) as i32, (c >> 8 & 31) as i32);
    let max_lane = lane & segmask | cval & !segmask & 31;
    let min_lane = lane & segmask;
    let (j, in_range) = match mode {
        "up" => (lane - bval, lane - bval >= max_lane),
        "down" => (lane + bval, lane + bval <= max_lane),
        "xor" => (lane ^ bval, lane ^ bval <= max_lane),
        _ => {
            let j = min_lane | bval & !segmask & 31;
            (j, j <= max_lane)
        }
    };
    if in_range { (j as u32, true) } else { (lane as u32, false) }
}

#[test]
fn shuffles_read_what_ptx_says() {
    for mode in ["down", "up", "xor", "idx"] {
        for width in [1, 2, 4, 8, 16, 32] {
            for b in [0, 1, 2, 3, 5, 7, 8, 15, 16, 17, 31, 32, 33, 40] {
                let expected = |t: u32| {
                    let (source, in_range) = shfl(mode, t % 32, b, width);
                    1000 * u32::from(in_range) + t / 32 * 32 + source
                };
                let call = format!("warp_shuffle_{mode}(FULL, t, {b}, {width})");
                check(
                    &format!("let (x, found) = {call}; *to = 1000 * found as u32 + x;"),
                    64,
                    expected,
                );
            }
        }
    }
    // Widths and distances that are known only at run time, and differ.
    for mode in ["down", "up", "xor", "idx"] {
        let width = |t: u32| 1 << (t / 32 + 1);
        let body = format!(
            "let (x, found) = warp_shuffle_{mode}(FULL, t, lane % 7, 2 << t / 32);\n\
             *to = 1000 * found as u32 + x;"
        );
        check(&body, 160, |t| {
            let (source, in_range) = shfl(mode, t % 32, t % 32 % 7, width(t));
            1000 * u32::from(in_range) + t / 32 * 32 + source
        });
    }
}

#[test]
fn numbers_of_all_kinds_travel() {
    let wide = "let x = (t as u64) << 40 | (t as u64 + 1);\n\
                let (y, _) = warp_shuffle_xor(FULL, x, 1, 32);\n\
                *to = (y >> 40) as u32 * 100 + y as u32;";
    check(wide, 64, |t| (t ^ 1) * 100 + (t ^ 1) + 1);
    let signed = "let x = -(t as i64) * 5_000_000_000;\n\
                  let (y, _) = warp_shuffle_xor(FULL, x, 2, 16);\n\
                  *to = (y / -5_000_000_000) as u32;";
    check(signed, 64, |t| t ^ 2);
    let double = "let x = t as f64 + 0.25;\n\
                  let (y, _) = warp_shuffle_down(FULL, x, 1, 32);\n\
                  *to = (y * 4.0) as u32;";
    check(double, 32, |t| 4 * (t + 1).min(31) + 1);
    let float = "let (y, _) = warp_shuffle_up(FULL, t as f32 - 0.5, 1, 32);\n\
                 *to = (y + 0.5) as u32;";
    check(float, 32, |t| t.saturating_sub(1));
    let signed = "let (y, _) = warp_shuffle_idx(FULL, -(t as i32), 3, 4); *to = -y as u32;";
    check(signed, 32, |t| t / 4 * 4 + 3);
}

#[test]
fn votes_and_matches_are_of_the_mask() {
    check("*to = warp_vote_ballot(FULL, lane % 3 == 0);", 64, |_| 0x4924_9249);
    check("*to = warp_vote_all(FULL, t < 32) as u32;", 64, |t| u32::from(t < 32));
    check("*to = warp_vote_any(FULL, t == 40) as u32;", 64, |t| u32::from(t >= 32));
    // Halves of a warp vote for themselves in one instruction.
    let halves = "let half = if lane < 16 { 0xffff } else { 0xffff_0000 };\n";
    let each = |body: &str| format!("{halves}*to = {body};");
    check(&each("warp_vote_all(half, lane < 16) as u32"), 32, |t| u32::from(t < 16));
    check(&each("warp_vote_any(half, lane == 3) as u32"), 32, |t| u32::from(t < 16));
    check(&each("warp_vote_ballot(half, lane % 2 == 1)"), 32, |t| {
        if t < 16 { 0xaaaa } else { 0xaaaa_0000 }
    });
    // A mask from a ballot, in the branch that it is for.
    let branch = "let odd = lane % 2 == 1;\n\
                  let mask = warp_vote_ballot(FULL, odd);\n\
                  if odd { *to = warp_vote_ballot(mask, lane < 8); } else { *to = mask; }";
    check(branch, 64, |t| if t % 2 == 1 { 0xaa } else { 0xaaaa_aaaa });
    check(
        "if t % 4 == 0 { *to = activemask(); }",
        64,
        |t| {
            if t % 4 == 0 { 0x1111_1111 } else { 0 }
        },
    );
    check("*to = warp_match_any(FULL, t % 5);", 64, |t| {
        same(t, 0..32, |lane| (t / 32 * 32 + lane) % 5)
    });
    let halves = each("warp_match_any(half, lane % 3)");
    check(&halves, 32, |t| same(t, t / 16 * 16..t / 16 * 16 + 16, |lane| lane % 3));
    check("*to = warp_match_any(FULL, (t as u64 % 2) << 35);", 32, |t| {
        same(t, 0..32, |lane| lane % 2)
    });
    check("*to = warp_match_any(FULL, (t % 4) as f32 * 0.25);", 32, |t| {
        same(t, 0..32, |lane| lane % 4)
    });
    check("*to = warp_match_any(FULL, (t % 3) as i32 - 1);", 32, |t| {
        same(t, 0..32, |lane| lane % 3)
    });
}

/// The lanes whose value is that of a thread's own.
fn same(t: u32, among: std::ops::Range<u32>, value: impl Fn(u32) -> u32) -> u32 {
    among.filter(|&lane| value(lane) == value(t % 32)).fold(0, |all, lane| all | 1 << lane)
}

#[test]
fn reductions_are_of_the_mask() {
    let sum = "*to = warp_reduce(FULL, t, WarpReductionOp::Add);";
    check(sum, 64, |t| (t / 32 * 32..t / 32 * 32 + 32).sum());
    let of = |op: &str, value: &str| {
        format!(
            "let odd = if lane % 2 == 1 {{ 0xaaaa_aaaa }} else {{ 0x5555_5555 }};\n\
             *to = warp_reduce(odd, {value}, WarpReductionOp::{op}) as u32;"
        )
    };
    check(&of("Min", "t + 3"), 64, |t| t / 32 * 32 + t % 2 + 3);
    check(&of("Max", "t"), 64, |t| t / 32 * 32 + 30 + t % 2);
    check(&of("Min", "5 - t as i32"), 32, |t| (5 - 30 - (t % 2) as i32) as u32);
    check(&of("Max", "5 - t as i32"), 32, |t| (5 - (t % 2) as i32) as u32);
    check(&of("And", "t | 64"), 32, |t| 64 | (t % 2));
    check(&of("Or", "1 << lane"), 32, |t| if t % 2 == 1 { 0xaaaa_aaaa } else { 0x5555_5555 });
    check(&of("Xor", "lane / 2"), 32, |_| 0);
}

#[test]
fn lanes_wait_for_those_that_their_mask_names() {
    // The others come to the same call one round later.
    let rounds = "let mut x = 0; let mut round = 0;\n\
                  loop {\n\
                      if round == lane / 16 {\n\
                          x = warp_shuffle_xor(if lane < 16 { 0xffff } else { 0xffff_0000 }, t, 1, 32).0;\n\
                      }\n\
                      round += 1;\n\
                      if round == 2 { break; }\n\
                  }\n\
                  *to = x;";
    check(rounds, 32, |t| t ^ 1);
    let late = "let mut n = 0;\n\
                while n < lane % 3 { n += 1; }\n\
                *to = warp_vote_ballot(FULL, lane % 3 == 2);";
    check(late, 32, |_| (0..32).filter(|lane| lane % 3 == 2).fold(0, |all, lane| all | 1 << lane));
    // Lanes that have returned, or that no thread is there for, are not waited for.
    check("if lane >= 20 { return; } *to = warp_vote_ballot(FULL, true);", 32, |t| {
        if t < 20 { 0xf_ffff } else { 0 }
    });
    check("*to = warp_vote_ballot(FULL, true);", 20, |_| 0xf_ffff);
    check("*to = warp_shuffle_xor(0xf_ffff, t, 1, 32).0;", 20, |t| t ^ 1);
}

#[test]
fn what_comes_of_wrong_masks_shows() {
    // Lanes of the mask that never come, and sources that are not in it.
    check(
        "if lane < 16 { *to = warp_vote_ballot(FULL, true); thread::sync_threads(); } else { thread::sync_threads(); }",
        32,
        |t| {
            if t < 16 { POISON } else { 0 }
        },
    );
    // Lanes that run to the end of the kernel instead are waited for no longer.
    check("if lane < 20 { *to = warp_match_any(FULL, t % 3); }", 32, |t| {
        if t < 20 { same(t, 0..20, |lane| lane % 3) } else { 0 }
    });
    let apart = "let half = if lane < 16 { 0xffff } else { 0xffff_0000 };\n\
                 *to = warp_shuffle_xor(half, t, 16, 32).0;";
    check(apart, 32, |_| POISON);
}
