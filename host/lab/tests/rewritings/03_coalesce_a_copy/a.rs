//! Renamed, and the loop strides from the thread's first element to the block's end.

use cuda_std::prelude::*;

const BLOCK: usize = 128;
const PER_THREAD: usize = 8;

#[kernel]
pub unsafe fn copy(input: *const f32, output: *mut f32, n: u32) {
    let share = BLOCK * PER_THREAD;
    let begin = thread::block_idx_x() as usize * share;
    let end = (begin + share).min(n as usize);
    let mut element = begin + thread::thread_idx_x() as usize;
    while element < end {
        let value = *input.add(element);
        *output.add(element) = value;
        element += BLOCK;
    }
}
