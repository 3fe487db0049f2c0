//! Moves the values that a predicate keeps to the front of each block's part, in their order.

use core::sync::atomic::{AtomicU32, Ordering};
use cuda_std::prelude::*;
use cuda_std::{address_space, warp};

const BLOCK: usize = 128;
const WARPS: usize = BLOCK / 32;

#[address_space(shared)]
static mut KEPT_BY_WARP: [u32; WARPS] = [0; WARPS];

/// The place among the block's kept values, for a thread that keeps its own, and their number.
unsafe fn reserve(keep: bool) -> (Option<usize>, u32) {
    let lane = warp::lane_id();
    let this_warp = thread::thread_idx_x() as usize / 32;
    let ballot = warp::warp_vote_ballot(u32::MAX, keep);
    if lane == 0 {
        KEPT_BY_WARP[this_warp] = ballot.count_ones();
    }
    thread::sync_threads();

    let counts = KEPT_BY_WARP;
    let before: u32 = counts[..this_warp].iter().sum();
    let lower_lanes = ballot & !(u32::MAX << lane);
    let place = keep.then_some((before + lower_lanes.count_ones()) as usize);
    (place, counts.iter().sum())
}

#[kernel]
pub unsafe fn stream_compaction(
    input: &[i32],
    bounds: (i32, i32),
    output: *mut i32,
    counts: *mut u32,
    total: *mut u32,
) {
    let (low, high) = bounds;
    let wanted = |x: &&i32| (low..=high).contains(*x);
    let value = input.get(thread::index_1d() as usize).filter(wanted);

    let block = thread::block_idx_x() as usize;
    let (place, count) = reserve(value.is_some());
    if let (Some(x), Some(place)) = (value, place) {
        *output.add(block * BLOCK + place) = *x;
    }
    if thread::thread_idx_x() == 0 {
        *counts.add(block) = count;
        AtomicU32::from_ptr(total).fetch_add(count, Ordering::Relaxed);
    }
}
