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
        // TODO: neighbouring lanes should have neighbouring elements.
        let i = first + t * PER_THREAD + k;
        if i < n {
            *output.add(i) = *input.add(i);
        }
    }
}
