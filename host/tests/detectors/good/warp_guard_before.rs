// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// The guard stands before what it guards.
use crate::warp::shuffle_up_u32;
use cuda_std::prelude::*;
use cuda_std::warp;

#[kernel]
pub unsafe fn changes(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let before = shuffle_up_u32(x[t], 1);
    *y.add(t) = (warp::lane_id() > 0 && before != x[t]) as u32;
}
