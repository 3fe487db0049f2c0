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

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::*};
use cuda_std::prelude::*;

/// Every thread of the grid takes the lock, also those of one warp.
#[kernel]
pub unsafe fn cas_lock_of_all(lock: &[AtomicU32], count: *mut u32) {
    let mut done = false;
    while !done {
        if lock[0].compare_and_swap(0, 1, Acquire) == 0 {
            *count += 1;
            lock[0].store(0, Release);
            done = true;
        }
    }
}
