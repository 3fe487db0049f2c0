// expect: warp 11
// grid: 1  block: 64  buffers: 64 64
// A vote behind `&&` is left out by lanes that know the answer already.

use crate::warp::vote_any;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn main_kernel(input: &[u32], output: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    if input[t] > 5 && vote_any(input[t] > 9) {
        *output.add(t) = 1;
    }
}
