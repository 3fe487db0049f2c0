// endless
// grid = [1]
// block = [64]
// [[buffer]]
// name = 'lock'
// type = 'u64'
// len = 1

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::*};
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn wide_cas_lock_never_released(lock: &[AtomicU64]) {
    while lock[0].compare_and_swap(0, 1 << 40, Acquire) != 0 {} // here
}
