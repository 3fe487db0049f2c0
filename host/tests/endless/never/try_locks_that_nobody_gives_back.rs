// endless
// grid = [1]
// block = [64]
// [[buffer]]
// name = 'locks'
// type = 'u32'
// data = [0, 1]

use core::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use cuda_std::atomic::mid;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn try_locks_that_nobody_gives_back(locks: *mut u32) {
    let t = thread::thread_idx_x();
    if t == 0 {
        loop { // here
            if mid::atomic_fetch_exch_u32_device(locks, Acquire, 1) == 0 {
                if mid::atomic_fetch_exch_u32_device(locks.add(1), Acquire, 1) == 0 {
                    break;
                }
                mid::atomic_store_32_device(locks, Release, 0);
            }
            if mid::atomic_load_32_device(locks.add(1), Relaxed) == 2 {
                break;
            }
            let mut i = 0;
            while i < 20 && mid::atomic_load_32_device(locks.add(1), Relaxed) == 0 {
                i += 1;
            }
        }
    }
}
