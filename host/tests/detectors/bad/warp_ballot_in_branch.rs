// expect: warp 12 11
// grid: 1  block: 64  buffers: 64 64
// Only some lanes come to the ballot, which is for all.

use crate::warp::ballot;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn main_kernel(input: &[u32], output: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    if t % 2 == 0 {
        *output.add(t) = ballot(input[t] > 5);
    }
}
