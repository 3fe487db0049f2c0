// expect: warp 10
// block: 64 grid: 1 buffers: 64 64
// Each lane names itself and the next, so that no two give the same mask.
use cuda_std::prelude::*;
use cuda_std::warp;

#[kernel]
pub unsafe fn next(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let (other, found) = warp::warp_shuffle_down(0b11 << warp::lane_id(), x[t], 1, 32);
    *y.add(t) = if found { other } else { 0 };
}
