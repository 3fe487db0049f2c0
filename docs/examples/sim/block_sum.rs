//! Each block adds up its part of the input in shared memory.

use cuda_std::prelude::*;
use cuda_std::shared_array;

const BLOCK: usize = 64;

#[kernel]
pub unsafe fn block_sum(input: &[u32], sums: *mut u32) {
    let part = shared_array![u32; BLOCK];
    let thread = thread::thread_idx_x() as usize;
    let i = thread::index_1d() as usize;
    *part.add(thread) = if i < input.len() { input[i] } else { 0 };
    let mut step = BLOCK / 2;
    while step > 0 {
        thread::sync_threads();
        if thread < step {
            *part.add(thread) += *part.add(thread + step);
        }
        step /= 2;
    }
    if thread == 0 {
        *sums.add(thread::block_idx_x() as usize) = *part;
    }
}
