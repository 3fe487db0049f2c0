// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// What comes from before the first lane is looked at by nobody.
use crate::warp::shuffle_up_u32;
use cuda_std::prelude::*;
use cuda_std::warp;

#[kernel]
pub unsafe fn scan(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let mut sum = x[t];
    let mut delta = 1;
    while delta < 32 {
        let before = shuffle_up_u32(sum, delta);
        if warp::lane_id() >= delta {
            sum += before;
        }
        delta *= 2;
    }
    *y.add(t) = sum;
}
