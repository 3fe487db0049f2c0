// expect: race 15 18
// block: 16 grid: 1 buffers: 16 16
// Only half of the lanes come to the warp's barrier, the others read.
use cuda_std::prelude::*;
use cuda_std::shared_array;
use cuda_std::warp;

#[kernel]
pub unsafe fn half_meets(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 16];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = 0;
    thread::sync_threads();
    if t < 8 {
        *tile.add(t) = x[t];
        warp::sync_warp(0xff);
    } else {
        *y.add(t) = *tile.add(t - 8);
    }
}
