// ends
// grid = [2]
// block = [64]
// [[buffer]]
// name = 'lock'
// type = 'u32'
// len = 1
// [[buffer]]
// name = 'count'
// type = 'u32'
// len = 1
// expect = [128]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1
// expect = [4]

use core::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use cuda_std::atomic::mid;
use cuda_std::prelude::*;
use cuda_std::warp;

#[kernel]
pub unsafe fn lock_then_warp_barrier(lock: *mut u32, count: *mut u32, out: *mut u32) {
    while mid::atomic_fetch_exch_u32_device(lock, Acquire, 1) != 0 {}
    *count += 1;
    mid::atomic_store_32_device(lock, Release, 0);
    warp::sync_warp(u32::MAX);
    if thread::thread_idx_x() % 32 == 0 {
        mid::atomic_fetch_add_u32_device(out, Relaxed, 1);
    }
}
