// expect: warning warp 14
// grid: 1  block: 64  buffers: 64 64
// A lane that has ended is asked, though nothing is done with what comes back.

use crate::warp::shuffle_down_u32;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn main_kernel(input: &[u32], output: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    if t >= 40 {
        return;
    }
    let next = shuffle_down_u32(input[t], 1);
    if t + 1 < 40 {
        *output.add(t) = next;
    }
}
