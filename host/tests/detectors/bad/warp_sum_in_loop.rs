// expect: warp 13
// block: 64 grid: 1 buffers: 64 64
// Lanes leave the loop one after the other, but the ballot is for all of them.
use crate::warp::ballot;
use cuda_std::prelude::*;
use cuda_std::warp;

#[kernel]
pub unsafe fn those_left(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let mut sum = 0u32;
    for _ in 0..warp::lane_id() {
        sum = sum.wrapping_add(ballot(x[t] % 2 == 0).count_ones());
    }
    *y.add(t) = sum;
}
