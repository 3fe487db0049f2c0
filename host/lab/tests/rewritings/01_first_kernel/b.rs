//! Another block size, slices, and the guard as a pattern.

use cuda_std::prelude::*;

const BLOCK: u32 = 96;
const FACTOR: f32 = 2.5;

#[kernel]
pub unsafe fn scale(input: &[f32], output: *mut f32, n: u32) {
    let i = thread::thread_idx_x() + BLOCK * thread::block_idx_x();
    if let Some(value) = input.get(i as usize) {
        *output.add(i as usize) = *value * FACTOR;
    }
}
