// expect: nothing
// grid: 1  block: 64  buffers: 64 64
// A ballot is for the lanes that have not returned.

use crate::warp::{ballot, vote_any};
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn main_kernel(input: &[u32], output: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    if t >= 40 {
        return;
    }
    let votes = ballot(input[t] % 2 == 0);
    *output.add(t) = votes.count_ones() + vote_any(input[t] > 9) as u32;
}
