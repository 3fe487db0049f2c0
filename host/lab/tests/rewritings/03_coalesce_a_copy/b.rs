//! Blocks of 256, four elements per thread, from the last turn to the first.

use cuda_std::prelude::*;

const BLOCK: u32 = 256;
const PER_THREAD: u32 = 4;

#[kernel]
pub unsafe fn copy(input: &[f32], output: *mut f32, n: u32) {
    let place = thread::block_idx_x() * PER_THREAD;
    for turn in (0..PER_THREAD).rev() {
        let i = ((place + turn) * BLOCK + thread::thread_idx_x()) as usize;
        if i < input.len() {
            *output.add(i) = input[i];
        }
    }
}
