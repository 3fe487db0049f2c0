// ends
// grid = [1]
// block = [64]
// [[buffer]]
// name = 'locks'
// type = 'u32'
// len = 2
// [[buffer]]
// name = 'count'
// type = 'u32'
// len = 1
// expect = [2]

use core::sync::atomic::Ordering::{Acquire, Release};
use cuda_std::atomic::mid;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn locks_given_back(locks: *mut u32, count: *mut u32) {
    // Two warps want two locks in opposite order, but never keep one while they wait.
    let t = thread::thread_idx_x() as usize;
    if t % 32 == 0 {
        let first = t / 32;
        loop {
            if mid::atomic_fetch_exch_u32_device(locks.add(first), Acquire, 1) == 0 {
                if mid::atomic_fetch_exch_u32_device(locks.add(1 - first), Acquire, 1) == 0 {
                    break;
                }
                mid::atomic_store_32_device(locks.add(first), Release, 0);
            }
        }
        *count += 1;
        mid::atomic_store_32_device(locks, Release, 0);
        mid::atomic_store_32_device(locks.add(1), Release, 0);
    }
}
