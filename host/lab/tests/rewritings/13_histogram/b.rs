//! Blocks of 64; each block counts a piece of its own; for loops; `mid` atomics.

use core::sync::atomic::Ordering::Relaxed;
use cuda_std::atomic::mid::{atomic_fetch_add_u32_block, atomic_fetch_add_u32_device};
use cuda_std::prelude::*;
use cuda_std::shared_array;

pub const BINS: usize = 256;
pub const BLOCK: usize = 64;

#[kernel]
pub unsafe fn histogram(input: *const u32, bins: *mut u32, n: u32) {
    let counts = shared_array![u32; BINS];
    let t = thread::thread_idx_x() as usize;
    for k in 0..BINS / BLOCK {
        *counts.add(k * BLOCK + t) = 0;
    }
    thread::sync_threads();

    let blocks = thread::grid_dim_x() as usize;
    let steps = (n as usize).div_ceil(blocks * BLOCK);
    let start = thread::block_idx_x() as usize * steps * BLOCK;
    for step in 0..steps {
        let i = start + step * BLOCK + t;
        if i >= n as usize {
            break;
        }
        atomic_fetch_add_u32_block(counts.add(*input.add(i) as usize), Relaxed, 1);
    }
    thread::sync_threads();

    for k in (0..BINS / BLOCK).rev() {
        let bin = k * BLOCK + t;
        atomic_fetch_add_u32_device(bins.add(bin), Relaxed, *counts.add(bin));
    }
}
