// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// Every lane asks for one that there is.
use crate::warp::shuffle_from_f32;
use cuda_std::prelude::*;
use cuda_std::warp;

#[kernel]
pub unsafe fn next(x: &[f32], y: *mut f32) {
    let t = thread::thread_idx_x() as usize;
    *y.add(t) = shuffle_from_f32(x[t], (warp::lane_id() + 1).min(31));
}
