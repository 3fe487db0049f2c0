// endless at a barrier
// grid = [1]
// block = [64]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 64

use cuda_std::prelude::*;
use cuda_std::warp;

#[kernel]
pub unsafe fn half_a_warp_at_its_barrier(out: *mut u32) {
    let t = thread::thread_idx_x();
    if t < 16 {
        warp::sync_warp(u32::MAX); // here
    }
    thread::sync_threads();
    *out.add(t as usize) = t;
}
