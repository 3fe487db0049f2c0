// endless
// grid = [1]
// block = [32]
// [[buffer]]
// name = 'lock'
// type = 'u32'
// len = 1

use core::sync::atomic::Ordering::{Acquire, Release};
use cuda_std::atomic::mid;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn lock_taken_twice(lock: *mut u32) {
    if thread::thread_idx_x() == 7 {
        while mid::atomic_fetch_exch_u32_device(lock, Acquire, 1) != 0 {}
        while mid::atomic_fetch_exch_u32_device(lock, Acquire, 1) != 0 {} // here
        mid::atomic_store_32_device(lock, Release, 0);
    }
}
