//! Smooths a signal and adds it up: each element of `output` is the sum of an
//! element and its two neighbours, and `total` grows by the sum of all elements.

use cuda_std::prelude::*;
use cuda_std::shared_array;

/// Threads per block, and elements that a block works on.
pub const BLOCK: usize = 128;

#[kernel]
pub unsafe fn smooth_signal(input: *const u32, output: *mut u32, total: *mut u32, n: u32) {
    // The block's elements with one neighbour on either side.
    let tile = shared_array![u32; BLOCK + 2];
    let sums = shared_array![u32; BLOCK];
    let t = thread::thread_idx_x() as usize;
    let first = thread::block_idx_x() as usize * BLOCK;
    let i = first + t;
    let n = n as usize;

    // Beyond the end of the signal there are zeros.
    let value = if i < n { *input.add(i) } else { 0 };
    *tile.add(t + 1) = value;
    *sums.add(t) = value;
    if t == 0 {
        *tile = if first > 0 { *input.add(first) } else { 0 };
    }
    if t == BLOCK - 1 {
        *tile.add(t + 2) = *input.add(i + 1);
    }
    thread::sync_threads();

    if i + 1 < n {
        *output.add(i) = *tile.add(t) + *tile.add(t + 1) + *tile.add(t + 2);
    }

    // The upper half is added to the lower half until one sum is left.
    let mut stride = BLOCK / 2;
    while stride > 0 {
        if t < stride {
            *sums.add(t) += *sums.add(t + stride);
        }
        stride /= 2;
    }
    if t == 0 {
        *total += *sums;
    }
}
