// expect: nothing
// grid: 1  block: 64  buffers: 64 64
// Past the end of the warp a lane gets its own value back.

use crate::warp::{shuffle_down_u32, shuffle_up_u32};
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn main_kernel(input: &[u32], output: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    *output.add(t) = shuffle_down_u32(input[t], 1) + shuffle_up_u32(input[t], 5);
}
