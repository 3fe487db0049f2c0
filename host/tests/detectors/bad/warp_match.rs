// expect: warp 12
// grid: 1  block: 64  buffers: 64 64
// Lanes of one arm do not come to the other's shuffle.

use crate::warp::shuffle_xor_u32;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn main_kernel(input: &[u32], output: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let x = match t % 2 {
        0 => shuffle_xor_u32(input[t], 1),
        _ => input[t],
    };
    *output.add(t) = x;
}
