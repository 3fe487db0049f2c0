// expect: nothing
// grid: 1  block: 64  buffers: 64 64
// Warps take different ways, but each as a whole.

use crate::warp::{ballot, shuffle_xor_u32};
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn main_kernel(input: &[u32], output: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    if t / 32 == 0 {
        *output.add(t) = ballot(input[t] > 7);
    } else {
        *output.add(t) = shuffle_xor_u32(input[t], 3);
    }
}
