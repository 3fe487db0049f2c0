// expect: nothing
// grid: 1  block: 64  buffers: 64 64
// All lanes of a warp go the same rounds, as the vote says.

use crate::warp::vote_any;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn main_kernel(input: &[u32], output: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let mut x = input[t];
    while vote_any(x > 1) {
        x /= 2;
    }
    *output.add(t) = x;
}
