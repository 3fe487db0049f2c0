// expect: nothing
// block: 64 grid: 1 buffers: 64 2
// Only the first lane, which has the sum of all, keeps it.
use crate::warp::{shuffle_down_f32, WARP};
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn sums(x: &[f32], y: *mut f32) {
    let t = thread::thread_idx_x() as usize;
    let mut sum = x[t];
    let mut delta = 16;
    while delta > 0 {
        sum += shuffle_down_f32(sum, delta);
        delta /= 2;
    }
    if t % WARP == 0 {
        *y.add(t / WARP) = sum;
    }
}
