//! A copy in which each thread takes several elements.

use cuda_std::prelude::*;

/// Threads per block.
const BLOCK: usize = 128;

/// Elements that a thread copies.
const PER_THREAD: usize = 8;

/// `output = input`, for `n` elements.
#[kernel]
pub unsafe fn copy(input: *const f32, output: *mut f32, n: u32) {
    let t = thread::thread_idx_x() as usize;
    let n = n as usize;

    // The elements of this block begin here.
    let first = thread::block_idx_x() as usize * BLOCK * PER_THREAD;

    for k in 0..PER_THREAD {
        // In each turn the block copies BLOCK elements side by side.
        let i = first + k * BLOCK + t;
        if i < n {
            *output.add(i) = *input.add(i);
        }
    }
}
