// ends
// grid = [3]
// block = [64]
// [[buffer]]
// name = 'lock'
// type = 'u32'
// len = 1
// [[buffer]]
// name = 'count'
// type = 'u32'
// len = 1
// expect = [192]

use core::sync::atomic::Ordering::{Acquire, Release};
use cuda_std::atomic::mid;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn spin_lock_by_lane(lock: *mut u32, count: *mut u32) {
    while mid::atomic_fetch_exch_u32_device(lock, Acquire, 1) != 0 {}
    *count += 1;
    mid::atomic_store_32_device(lock, Release, 0);
}
