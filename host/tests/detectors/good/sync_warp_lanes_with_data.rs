// expect: nothing
// block: 64 grid: 1 buffers: 44 44
// The lanes that have data meet, by a mask from a ballot of all.
use crate::warp::{ballot, WARP};
use cuda_std::prelude::*;
use cuda_std::shared_array;
use cuda_std::warp;

#[kernel]
pub unsafe fn reverse_what_is_there(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    let has_data = t < x.len();
    let mask = ballot(has_data);
    if has_data {
        *tile.add(t) = x[t];
        warp::sync_warp(mask);
        let first = t / WARP * WARP;
        let count = mask.count_ones() as usize;
        *y.add(t) = *tile.add(first + count - 1 - t % WARP);
    }
}
