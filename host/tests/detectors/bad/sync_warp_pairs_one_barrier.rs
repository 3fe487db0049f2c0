// expect: race 16 18
// block: 96 grid: 1 buffers: 96 96
// The next round writes what the partner may still read.
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
        value = value.wrapping_add(*tile.add(t ^ distance));
        distance *= 2;
    }
    *y.add(t) = value;
}
