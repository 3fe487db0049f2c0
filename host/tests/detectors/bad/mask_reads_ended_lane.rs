// expect: warp 13
// block: 32 grid: 1 buffers: 32 32
// Lanes that have returned may be named, but not read.
use cuda_std::prelude::*;
use cuda_std::warp;

#[kernel]
pub unsafe fn shift(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    if t >= 20 {
        return;
    }
    *y.add(t) = warp::warp_shuffle_down(u32::MAX, x[t], 1, 32).0;
}
