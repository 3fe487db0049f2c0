// expect: warp 14 15
// grid: 1  block: 64  buffers: 64 64
// The lane that has the value has returned.

use crate::warp::shuffle_from_f32;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn main_kernel(input: &[f32], output: *mut f32) {
    let t = thread::thread_idx_x() as usize;
    if t % 32 == 31 {
        return;
    }
    let last = shuffle_from_f32(input[t], 31);
    *output.add(t) = last;
}
