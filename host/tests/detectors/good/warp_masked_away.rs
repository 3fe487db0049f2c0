// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// What comes from before the first lane is masked away.
use crate::warp::shuffle_up_u32;
use cuda_std::prelude::*;
use cuda_std::warp;

#[kernel]
pub unsafe fn before(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let mask = if warp::lane_id() > 0 { u32::MAX } else { 0 };
    *y.add(t) = shuffle_up_u32(x[t], 1) & mask;
}
