// expect: nothing
// block: 64 grid: 2 buffers: 128 1 128
// One lane takes the places for its whole warp.
use crate::warp::{ballot, shuffle_from_u32};
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::warp;

#[kernel]
pub unsafe fn keep_thirds(x: &[u32], count: *mut u32, y: *mut u32) {
    let i = thread::index_1d() as usize;
    let lane = warp::lane_id();
    let keep = x[i] % 3 == 0;
    let kept = ballot(keep);
    let mut first = 0;
    if lane == 0 {
        first = atomic_fetch_add_u32_device(count, Ordering::Relaxed, kept.count_ones());
    }
    first = shuffle_from_u32(first, 0);
    if keep {
        let before = (kept & ((1 << lane) - 1)).count_ones();
        *y.add((first + before) as usize) = x[i];
    }
}
