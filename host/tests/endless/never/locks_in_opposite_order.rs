// endless
// grid = [2]
// block = [32]
// [[buffer]]
// name = 'locks'
// type = 'u32'
// len = 2
// [[buffer]]
// name = 'ready'
// type = 'u32'
// len = 1

use core::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use cuda_std::atomic::mid;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn locks_in_opposite_order(locks: *mut u32, ready: *mut u32) {
    if thread::thread_idx_x() == 0 {
        let own = thread::block_idx_x() as usize;
        while mid::atomic_fetch_exch_u32_device(locks.add(own), Acquire, 1) != 0 {}
        mid::atomic_fetch_add_u32_device(ready, Relaxed, 1);
        while mid::atomic_load_32_device(ready, Relaxed) < 2 {}
        while mid::atomic_fetch_exch_u32_device(locks.add(1 - own), Acquire, 1) != 0 {} // here
        mid::atomic_store_32_device(locks.add(1 - own), Release, 0);
        mid::atomic_store_32_device(locks.add(own), Release, 0);
    }
}
