// expect: warp 12
// grid: 1  block: 64  buffers: 64 64
// Lanes that have left the function are missing in it.

use crate::warp::shuffle_xor_u32;
use cuda_std::prelude::*;

unsafe fn pair_sum(x: u32, t: usize) -> u32 {
    if t % 2 == 1 {
        return x;
    }
    x + shuffle_xor_u32(x, 1)
}

#[kernel]
pub unsafe fn main_kernel(input: &[u32], output: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    *output.add(t) = pair_sum(input[t], t);
}
