// expect: nothing
// grid: 1  block: 64  buffers: 64 64
// Of a lane's number only the lowest five bits count.

use crate::warp::shuffle_from_u32;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn main_kernel(input: &[u32], output: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    *output.add(t) = shuffle_from_u32(input[t], 32 + t as u32);
}
