// expect: warp 13
// grid: 1  block: 64  buffers: 64 64
// Half of the warp is on the other side.

use crate::warp::vote_all;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn main_kernel(input: &[u32], output: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    if t % 32 < 16 {
        *output.add(t) = 1;
    } else if vote_all(input[t] > 5) {
        *output.add(t) = 2;
    }
}
