// ends
// grid = [2]
// block = [128]
// [[buffer]]
// name = 'lock'
// type = 'u32'
// len = 1
// [[buffer]]
// name = 'count'
// type = 'u32'
// len = 1
// expect = [8]

use core::sync::atomic::Ordering::{Acquire, Release};
use cuda_std::atomic::mid;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn spin_lock_by_warp(lock: *mut u32, count: *mut u32) {
    if thread::thread_idx_x() % 32 == 0 {
        loop {
            if mid::atomic_fetch_exch_u32_device(lock, Acquire, 1) == 0 {
                break;
            }
        }
        *count += 1;
        mid::atomic_fetch_exch_u32_device(lock, Release, 0);
    }
}
