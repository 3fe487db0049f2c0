//! Histogram: how often each of 256 values occurs.

use cuda_std::prelude::*;

/// Number of bins; the values are below it.
pub const BINS: usize = 256;

/// Threads per block.
pub const BLOCK: usize = 128;

/// The blocks stride through the input and count in global memory.
#[kernel]
pub unsafe fn histogram(input: *const u32, bins: *mut u32, n: u32) {
    let threads = thread::grid_dim_x() as usize * BLOCK;
    let mut i = thread::block_idx_x() as usize * BLOCK + thread::thread_idx_x() as usize;
    while i < n as usize {
        let value = *input.add(i) as usize;
        *bins.add(value) += 1;
        i += threads;
    }
}
