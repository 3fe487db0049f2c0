//! Every element times a factor: one thread per element.

use cuda_std::prelude::*;

/// Threads per block.
const BLOCK: usize = 256;

/// What every element is multiplied by.
const FACTOR: f32 = 2.5;

/// `output = FACTOR * input`, for `n` elements.
#[kernel]
pub unsafe fn scale(input: *const f32, output: *mut f32, n: u32) {
    // This thread's place in the whole grid.
    let i = thread::block_idx_x() as usize * BLOCK + thread::thread_idx_x() as usize;

    // The last block may have more threads than there are elements left.
    if i < n as usize {
        *output.add(i) = FACTOR * *input.add(i);
    }
}
