// expect: nothing
// grid: 1  block: 64  buffers: 64 64
// A scan whose low lanes do not use what they get.

use crate::warp::shuffle_up_u32;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn main_kernel(input: &[u32], output: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let lane = (t % 32) as u32;
    let mut sum = input[t];
    let mut delta = 1;
    while delta < 32 {
        let before = shuffle_up_u32(sum, delta);
        if lane >= delta {
            sum += before;
        }
        delta *= 2;
    }
    *output.add(t) = sum;
}
