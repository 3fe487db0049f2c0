//! Kernels in Rust whose warp operations have masks and widths.

use warpbench_front::rust::check;
use warpbench_front::rust::lower::{Options, lower};
use warpbench_front::wgsl::Checked;

/// What each thread makes of `x`, its word, in warps of which the last may not be
/// full.
pub(crate) const BODIES: [(&str, &str); 12] = [
    ("a butterfly", "warp_shuffle_xor(there, x, ((t ^ 1) < threads) as u32, 32).0"),
    (
        "sections down",
        "{ let (y, found) = warp_shuffle_down(there, x, 3 * (t + 3 < threads) as u32, 8); y + found as u32 }",
    ),
    ("sections up", "{ let (y, found) = warp_shuffle_up(there, x, 2, 16); y + found as u32 }"),
    ("sections by number", "warp_shuffle_idx(there, x, 0, 4).0"),
    ("a width from the data", "warp_shuffle_up(there, x, 1, 1 << (t / 32 + 1)).0"),
    (
        "halves",
        "{ let half = if lane < 16 { there & 0xffff } else { there & 0xffff_0000 }; warp_vote_ballot(half, x % 2 == 0) + warp_vote_all(half, x > 9) as u32 }",
    ),
    (
        "a mask from a ballot",
        "{ let odd = x % 2 == 1; let mask = warp_vote_ballot(u32::MAX, odd); if odd { warp_shuffle_idx(mask, x, mask.trailing_zeros(), 32).0 } else { mask } }",
    ),
    ("active lanes", "if x % 3 == 0 { activemask() } else { 5 }"),
    ("a match", "warp_match_any(u32::MAX, x % 4)"),
    ("a reduction", "warp_reduce(u32::MAX, x, WarpReductionOp::Add)"),
    (
        "the least of some",
        "{ let odd = x % 2 == 1; let mask = warp_vote_ballot(there, odd); if odd { warp_reduce(mask, x as i32, WarpReductionOp::Min) as u32 } else { 1 } }",
    ),
    (
        "whole warps apart",
        "if t / 32 % 2 == 0 { warp_shuffle_xor(there, x, 2 * ((t ^ 2) < threads) as u32, 32).0 } else { warp_vote_any(u32::MAX, x == 3) as u32 }",
    ),
];

pub(crate) fn text(body: &str, block: [u32; 2]) -> String {
    let threads = block[0] * block[1];
    format!(
        "use cuda_std::prelude::*;
use cuda_std::warp::*;
#[kernel]
pub unsafe fn main(input: *const u32, output: *mut u32) {{
    let threads = {threads};
    let i = thread::index() as usize;
    let t = i as u32 % threads;
    let lane = lane_id();
    let x = *input.add(i);
    let count = (threads - t / 32 * 32).min(32);
    let there = u32::MAX >> (32 - count);
    *output.add(i) = {body};
}}"
    )
}

pub(crate) fn compile(text: &str, block: [u32; 2]) -> Checked {
    let program = check::check(text).unwrap_or_else(|found| panic!("{found:?}\n{text}"));
    let [width, height] = block;
    let options =
        Options { entry: "main".to_owned(), block: [width, height, 1], ..Options::default() };
    let lowered = lower(&program, &options).unwrap_or_else(|found| panic!("{found:?}\n{text}"));
    lowered.checked
}
