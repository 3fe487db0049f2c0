//! Histogram: how often each of 256 values occurs.

use core::sync::atomic::AtomicU32;
use core::sync::atomic::Ordering::Relaxed;
use cuda_std::prelude::*;
use cuda_std::shared_array;

/// Number of bins; the values are below it.
pub const BINS: usize = 256;

/// Threads per block.
pub const BLOCK: usize = 128;

/// Each block counts for itself in shared memory and adds its counts to the global
/// ones at the end.
#[kernel]
pub unsafe fn histogram(input: *const u32, bins: *mut u32, n: u32) {
    let counts = shared_array![u32; BINS];
    let t = thread::thread_idx_x() as usize;
    let mut bin = t;
    while bin < BINS {
        *counts.add(bin) = 0;
        bin += BLOCK;
    }
    thread::sync_threads();

    let threads = thread::grid_dim_x() as usize * BLOCK;
    let mut i = thread::block_idx_x() as usize * BLOCK + t;
    while i < n as usize {
        let value = *input.add(i) as usize;
        AtomicU32::from_ptr(counts.add(value)).fetch_add(1, Relaxed);
        i += threads;
    }
    thread::sync_threads();

    let mut bin = t;
    while bin < BINS {
        AtomicU32::from_ptr(bins.add(bin)).fetch_add(*counts.add(bin), Relaxed);
        bin += BLOCK;
    }
}
