// expect: warp 11 12
// grid: 1  block: 40  buffers: 64 64
// The block ends within its second warp.

use crate::warp::shuffle_down_u32;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn main_kernel(input: &[u32], output: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let next = shuffle_down_u32(input[t], 1);
    *output.add(t) = next;
}
