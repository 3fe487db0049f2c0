// expect: nothing
// grid: 1  block: 64  buffers: 40 2
// The tree over a whole warp; those without data bring zero.

use crate::warp::shuffle_down_f32;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn main_kernel(input: &[f32], output: *mut f32) {
    let t = thread::thread_idx_x() as usize;
    let mut sum = if t < input.len() { input[t] } else { 0.0 };
    let mut delta = 16;
    while delta > 0 {
        sum += shuffle_down_f32(sum, delta);
        delta /= 2;
    }
    if t % 32 == 0 {
        *output.add(t / 32) = sum;
    }
}
