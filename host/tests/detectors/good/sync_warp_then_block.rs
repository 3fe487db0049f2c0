// expect: nothing
// block: 128 grid: 2 buffers: 256 2
// Warps add up for themselves, then one thread for the block.
use crate::warp::{ALL_LANES, WARP};
use cuda_std::prelude::*;
use cuda_std::shared_array;
use cuda_std::warp;

#[kernel]
pub unsafe fn sums(x: &[f32], y: *mut f32) {
    let tile = shared_array![f32; 128];
    let t = thread::thread_idx_x() as usize;
    let lane = t % WARP;
    *tile.add(t) = x[thread::index_1d() as usize];
    warp::sync_warp(ALL_LANES);
    let mut step = WARP / 2;
    while step > 0 {
        if lane < step {
            *tile.add(t) += *tile.add(t + step);
        }
        warp::sync_warp(ALL_LANES);
        step /= 2;
    }
    thread::sync_threads();
    if t == 0 {
        let mut sum = 0.0;
        for first in (0..128).step_by(WARP) {
            sum += *tile.add(first);
        }
        *y.add(thread::block_idx_x() as usize) = sum;
    }
}
