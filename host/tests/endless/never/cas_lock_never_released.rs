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

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::*};
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn cas_lock_never_released(lock: &[AtomicU32], count: *mut u32) {
    while lock[0].compare_and_swap(0, 1, Acquire) != 0 {} // here
    *count += 1;
}
