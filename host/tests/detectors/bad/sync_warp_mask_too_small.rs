// expect: race 12 15; warp 14
// block: 32 grid: 1 buffers: 64 32
use cuda_std::prelude::*;
use cuda_std::shared_array;
use cuda_std::warp;

/// Halves of a warp exchange words among themselves.
#[kernel]
pub unsafe fn halves(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 32];
    let lane = thread::thread_idx_x() as usize;
    *tile.add(lane) = x[lane];
    if lane < 16 {
        warp::sync_warp(0x0000_00ff | 1 << lane);
        *y.add(lane) = *tile.add(15 - lane);
    } else {
        warp::sync_warp(0xffff_0000);
        *y.add(lane) = *tile.add(47 - lane);
    }
}
