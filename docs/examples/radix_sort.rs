//! Sorts each block's pairs by their keys, four bits at a time, and keeps the order of equal keys.

use cuda_std::prelude::*;
use cuda_std::{shared_array, warp};

const BLOCK: usize = 128;
const WARP: usize = 32;
const WARPS: usize = BLOCK / WARP;
const DIGIT_BITS: u32 = 4;
const DIGITS: usize = 1 << DIGIT_BITS;

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Pair {
    key: u32,
    value: u32,
}

impl Pair {
    /// What fills up the last block; it is sorted behind everything else.
    const LAST: Self = Self { key: u32::MAX, value: u32::MAX };

    const fn digit(self, shift: u32) -> usize {
        (self.key >> shift) as usize % DIGITS
    }
}

/// For each digit the pairs of each warp that have it, then where the first of them goes.
type Counts = [[u32; WARPS]; DIGITS];

unsafe fn sort_pass(src: *const Pair, dst: *mut Pair, counts: *mut Counts, shift: u32) {
    let t = thread::thread_idx_x() as usize;
    let (this_warp, lane) = (t / WARP, t % WARP);
    if t < DIGITS {
        (*counts)[t] = [0; WARPS];
    }
    thread::sync_threads();

    let pair = *src.add(t);
    let digit = pair.digit(shift);
    let peers = warp::warp_match_any(u32::MAX, digit as u32);
    let before = (peers & ((1 << lane) - 1)).count_ones();
    if before == 0 {
        (*counts)[digit][this_warp] = peers.count_ones();
    }
    thread::sync_threads();

    if t == 0 {
        let mut start = 0;
        for count in (&mut *counts).iter_mut().flatten() {
            let own = *count;
            *count = start;
            start += own;
        }
    }
    thread::sync_threads();
    *dst.add(((*counts)[digit][this_warp] + before) as usize) = pair;
    thread::sync_threads();
}

#[kernel]
pub unsafe fn radix_sort(pairs: *mut Pair, len: usize) {
    let mut src = shared_array![Pair; BLOCK];
    let mut dst = shared_array![Pair; BLOCK];
    let counts = shared_array![Counts; 1];
    let t = thread::thread_idx_x() as usize;
    let i = thread::index_1d() as usize;

    *src.add(t) = if i < len { *pairs.add(i) } else { Pair::LAST };
    for shift in (0..u32::BITS).step_by(DIGIT_BITS as usize) {
        sort_pass(src, dst, counts, shift);
        (src, dst) = (dst, src);
    }
    if i < len {
        *pairs.add(i) = *src.add(t);
    }
}
