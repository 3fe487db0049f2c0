// expect: warp 12 11
// grid: 1  block: 64  buffers: 64 64
// Lanes of the lower half exchange among themselves, but by a shuffle that is for all.

use crate::warp::shuffle_xor_u32;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn main_kernel(input: &[u32], output: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    if t % 32 < 16 {
        *output.add(t) = shuffle_xor_u32(input[t], 8);
    }
}
