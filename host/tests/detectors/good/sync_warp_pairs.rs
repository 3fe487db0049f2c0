// expect: nothing
// block: 96 grid: 1 buffers: 96 96
// Pairs of lanes exchange words in three rounds.
use crate::warp::ALL_LANES;
use cuda_std::prelude::*;
use cuda_std::shared_array;
use cuda_std::warp;

#[kernel]
pub unsafe fn butterfly(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 96];
    let t = thread::thread_idx_x() as usize;
    let mut value = x[t];
    let mut distance = 1;
    while distance < 8 {
        *tile.add(t) = value;
        warp::sync_warp(ALL_LANES);
        value += *tile.add(t ^ distance);
        warp::sync_warp(ALL_LANES);
        distance *= 2;
    }
    *y.add(t) = value;
}
