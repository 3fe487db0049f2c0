//! Histogram: how often each of 256 values occurs.

use core::sync::atomic::Ordering::Relaxed;
use cuda_std::atomic::mid::{atomic_fetch_add_u32_block, atomic_fetch_add_u32_device};
use cuda_std::prelude::*;
use cuda_std::shared_array;

/// Number of bins; the input's values are below it.
pub const BINS: usize = 256;

/// Threads per block: one for each bin when a block's counts are merged.
pub const BLOCK: usize = 256;

/// The most blocks that are launched; they stride through the input.
pub const GRID_BLOCKS: usize = 1024;

/// Every element is one atomic addition in global memory, and equal values
/// queue up behind each other.
#[kernel]
pub unsafe fn histogram_global(input: &[u32], bins: *mut u32) {
    let threads = thread::grid_dim_x() as usize * BLOCK;
    let mut i = thread::index_1d() as usize;
    while i < input.len() {
        atomic_fetch_add_u32_device(bins.add(input[i] as usize), Relaxed, 1);
        i += threads;
    }
}

/// Each block counts for itself in shared memory and adds its counts to the
/// global ones once, at the end.
#[kernel]
pub unsafe fn histogram_shared(input: &[u32], bins: *mut u32) {
    let counts = shared_array![u32; BINS];
    let t = thread::thread_idx_x() as usize;
    *counts.add(t) = 0;
    thread::sync_threads();

    let threads = thread::grid_dim_x() as usize * BLOCK;
    let mut i = thread::index_1d() as usize;
    while i < input.len() {
        atomic_fetch_add_u32_block(counts.add(input[i] as usize), Relaxed, 1);
        i += threads;
    }
    thread::sync_threads();

    atomic_fetch_add_u32_device(bins.add(t), Relaxed, *counts.add(t));
}
