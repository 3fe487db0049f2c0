// expect: nothing
// grid: 1  block: 64  buffers: 64 64
// The lanes have parted and met again before the shuffle.

use crate::warp::shuffle_xor_u32;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn main_kernel(input: &[u32], output: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let mut x = input[t];
    if t % 2 == 0 {
        x *= 3;
    } else if t % 3 == 0 {
        x += 1;
    }
    *output.add(t) = shuffle_xor_u32(x, 1);
}
