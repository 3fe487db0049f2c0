// expect: nothing
// grid: 1  block: 64  buffers: 64 64
// The warps that return do so as a whole.

use crate::warp::shuffle_from_u32;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn main_kernel(input: &[u32], output: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    if t >= 32 {
        return;
    }
    *output.add(t) = shuffle_from_u32(input[t], 31);
}
