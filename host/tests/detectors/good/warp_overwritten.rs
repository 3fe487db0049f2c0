// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// What comes from before the first lane is overwritten before it is used.
use crate::warp::shuffle_up_i32;
use cuda_std::prelude::*;
use cuda_std::warp;

#[kernel]
pub unsafe fn before(x: &[i32], y: *mut i32) {
    let t = thread::thread_idx_x() as usize;
    let mut before = shuffle_up_i32(x[t], 1);
    if warp::lane_id() == 0 {
        before = 7;
    }
    *y.add(t) = before;
}
