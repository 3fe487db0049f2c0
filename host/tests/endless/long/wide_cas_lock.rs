// ends
// grid = [2]
// block = [64]
// [[buffer]]
// name = 'lock'
// type = 'u64'
// len = 1
// [[buffer]]
// name = 'count'
// type = 'u32'
// len = 1
// expect = [128]

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::*};
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn wide_cas_lock(lock: &[AtomicU64], count: *mut u32) {
    let mut done = false;
    while !done {
        if lock[0].compare_and_swap(0, 1 << 40, Acquire) == 0 {
            *count += 1;
            lock[0].store(0, Release);
            done = true;
        }
    }
}
