// expect: nothing
// grid: 1  block: 64  buffers: 64 64
// Every lane has a partner, and all are there.

use crate::warp::shuffle_xor_u32;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn main_kernel(input: &[u32], output: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let mut most = input[t];
    let mut delta = 16;
    while delta > 0 {
        most = most.max(shuffle_xor_u32(most, delta));
        delta /= 2;
    }
    *output.add(t) = most;
}
