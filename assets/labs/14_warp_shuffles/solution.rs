//! Adds the sum of all elements to `total`.

use core::sync::atomic::AtomicU32;
use core::sync::atomic::Ordering::Relaxed;
use cuda_std::prelude::*;
use cuda_std::{shared_array, warp};

/// Threads per block.
pub const BLOCK: usize = 256;

/// Lanes that hand values to each other.
pub const WARP: usize = 32;

/// Warps per block.
pub const WARPS: usize = BLOCK / WARP;

/// Warps add up by shuffles; shared memory carries one word for each of them.
#[kernel]
pub unsafe fn sum(input: *const u32, total: *mut u32, n: u32) {
    let warp_sums = shared_array![u32; WARPS];
    let t = thread::thread_idx_x() as usize;
    let i = thread::block_idx_x() as usize * BLOCK + t;
    let value = if i < n as usize { *input.add(i) } else { 0 };

    let sum = warp_sum(value);
    if t % WARP == 0 {
        *warp_sums.add(t / WARP) = sum;
    }
    thread::sync_threads();

    if t < WARP {
        let value = if t < WARPS { *warp_sums.add(t) } else { 0 };
        let sum = warp_sum(value);
        if t == 0 {
            AtomicU32::from_ptr(total).fetch_add(sum, Relaxed);
        }
    }
}

/// The sum over the warp, in its first lane.
unsafe fn warp_sum(value: u32) -> u32 {
    let mut sum = value;
    let mut distance = WARP as u32 / 2;
    while distance > 0 {
        sum += warp::warp_shuffle_down(u32::MAX, sum, distance, WARP as u32).0;
        distance /= 2;
    }
    sum
}
