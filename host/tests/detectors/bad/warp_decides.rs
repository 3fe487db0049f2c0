// expect: warp 14 15
// grid: 1  block: 64  buffers: 64 64
// What an ended lane left decides a branch.

use crate::warp::shuffle_down_u32;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn main_kernel(input: &[u32], output: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    if t >= 40 {
        return;
    }
    let next = shuffle_down_u32(input[t], 8);
    if next > 50 {
        *output.add(t) = 1;
    }
}
