// expect: nothing
// grid: 1  block: 40  buffers: 64 64
// The block ends within its second warp, and nobody asks past its end.

use crate::warp::{ballot, shuffle_xor_u32};
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn main_kernel(input: &[u32], output: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let votes = ballot(input[t] > 3);
    let partner = shuffle_xor_u32(input[t], 1);
    *output.add(t) = votes.wrapping_add(partner);
}
