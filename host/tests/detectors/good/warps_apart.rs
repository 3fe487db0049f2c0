// expect: nothing
// block: 128 grid: 1 buffers: 128 128
// Every warp works on words of its own, ordered by its own barriers.
use crate::warp::{ALL_LANES, WARP};
use cuda_std::prelude::*;
use cuda_std::shared_array;
use cuda_std::warp;

#[kernel]
pub unsafe fn rotate_and_add(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 128];
    let t = thread::thread_idx_x() as usize;
    let (first, lane) = (t / WARP * WARP, t % WARP);
    *tile.add(t) = x[t];
    warp::sync_warp(ALL_LANES);
    for i in 1..4 {
        let next = *tile.add(first + (lane + i) % WARP);
        warp::sync_warp(ALL_LANES);
        *tile.add(t) += next;
        warp::sync_warp(ALL_LANES);
    }
    *y.add(t) = *tile.add(first);
}
