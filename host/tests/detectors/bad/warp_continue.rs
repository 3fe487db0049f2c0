// expect: warp 16
// grid: 1  block: 64  buffers: 64 64
// Lanes that skip the rest of a round are missing in it.

use crate::warp::ballot;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn main_kernel(input: &[u32], output: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let mut votes = 0;
    for i in 0..4 {
        if input[t] % 4 == i {
            continue;
        }
        votes += ballot(true).count_ones();
    }
    *output.add(t) = votes;
}
