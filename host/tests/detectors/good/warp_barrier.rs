// expect: nothing
// block: 128 grid: 1 buffers: 128 128
// A barrier of the warp orders its lanes.
use crate::warp::{ALL_LANES, WARP};
use cuda_std::prelude::*;
use cuda_std::shared_array;
use cuda_std::warp;

#[kernel]
pub unsafe fn reverse_warps(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 128];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = x[t];
    warp::sync_warp(ALL_LANES);
    *y.add(t) = *tile.add(t ^ (WARP - 1));
}
