// expect: race 13 17
// block: 64 grid: 1 buffers: 64 64
use cuda_std::prelude::*;
use cuda_std::shared_array;
use cuda_std::warp;

/// Lanes meet in groups of eight, which a mask from the lane's number names.
#[kernel]
pub unsafe fn groups(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    let lane = t % 32;
    *tile.add(t) = x[t];
    let mask = 0xfu32 << (lane / 4 * 4);
    warp::sync_warp(mask);
    let other = t ^ 7;
    *y.add(t) = *tile.add(other);
}
