//! Inclusive prefix sum of each block's part: shuffles within warps, shared memory between them.

use cuda_std::prelude::*;
use cuda_std::{shared_array, warp};

const FULL_MASK: u32 = 0xffff_ffff;
const WARP: usize = 32;

unsafe fn warp_scan(mut value: i32) -> i32 {
    for distance in [1, 2, 4, 8, 16] {
        let (left, in_warp) = unsafe { warp::warp_shuffle_up(FULL_MASK, value, distance, 32) };
        if in_warp {
            value += left;
        }
    }
    value
}

#[kernel]
pub unsafe fn scan_warp(input: &[i32], output: *mut i32) {
    let warp_sums = shared_array![i32; WARP];
    let t = thread::thread_idx_x() as usize;
    let i = thread::index_1d() as usize;
    let warps = thread::block_dim_x() as usize / WARP;
    let (this_warp, lane) = (t / WARP, t % WARP);

    let own = input.get(i).map_or(0, |&x| x);
    let mut sum = unsafe { warp_scan(own) };

    if lane == WARP - 1 {
        unsafe { *warp_sums.add(this_warp) = sum };
    }
    thread::sync_threads();
    if this_warp == 0 {
        let part = if lane < warps { unsafe { *warp_sums.add(lane) } } else { 0 };
        let scanned = unsafe { warp_scan(part) };
        unsafe { *warp_sums.add(lane) = scanned };
    }
    thread::sync_threads();

    if let Some(before) = this_warp.checked_sub(1) {
        sum += unsafe { *warp_sums.add(before) };
    }
    if i < input.len() {
        unsafe { *output.add(i) = sum };
    }
}
