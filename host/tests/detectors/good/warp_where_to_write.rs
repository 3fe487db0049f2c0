// expect: nothing
// block: 64 grid: 1 buffers: 4096
// A number from the next lane says where to write; the last lane has its own.
use crate::warp::shuffle_down_u32;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn scatter(y: *mut u32) {
    let t = thread::thread_idx_x();
    let at = shuffle_down_u32(t, 1);
    *y.add((64 * at + t) as usize) = t;
}
