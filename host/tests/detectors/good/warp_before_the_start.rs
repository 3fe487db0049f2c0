// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// The first lane has no neighbour below, and gets its own value back.
use crate::warp::shuffle_up_u32;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn differences(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    *y.add(t) = x[t] - shuffle_up_u32(x[t], 1);
}
