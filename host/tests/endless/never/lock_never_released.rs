// endless
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

use core::sync::atomic::Ordering::Acquire;
use cuda_std::atomic::mid;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn lock_never_released(lock: *mut u32, count: *mut u32) {
    while mid::atomic_fetch_exch_u32_device(lock, Acquire, 1) != 0 {} // here
    *count += 1;
}
