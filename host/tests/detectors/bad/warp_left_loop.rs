// expect: warp 14 13
// grid: 1  block: 64  buffers: 64 64
// Lanes that have left the loop are missing in it.

use crate::warp::shuffle_xor_f32;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn main_kernel(input: &[f32], output: *mut f32) {
    let t = thread::thread_idx_x() as usize;
    let mut sum = 0.0;
    let mut i = 0;
    while i < t % 32 {
        sum += shuffle_xor_f32(input[i], 1);
        i += 1;
    }
    *output.add(t) = sum;
}
