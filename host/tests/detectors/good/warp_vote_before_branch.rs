// expect: nothing
// grid: 1  block: 64  buffers: 64 64
// All lanes vote, then some act on it.

use crate::warp::ballot;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn main_kernel(input: &[u32], output: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let votes = ballot(input[t] > 5);
    if input[t] > 5 && votes.count_ones() > 3 {
        *output.add(t) = votes;
    }
}
