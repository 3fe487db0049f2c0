// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// The lanes at the start get their own value back and add it: wrong, but defined.
use crate::warp::shuffle_up_u32;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn scan(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let mut sum = x[t];
    let mut delta = 1;
    while delta < 32 {
        sum += shuffle_up_u32(sum, delta);
        delta *= 2;
    }
    *y.add(t) = sum;
}
