// ends
// grid = [6]
// block = [32]
// [[buffer]]
// name = 'flag'
// type = 'u32'
// len = 1
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1
// expect = [42]

use core::sync::atomic::Ordering::{Acquire, Release};
use cuda_std::atomic::mid;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn first_block_waits_for_last(flag: *mut u32, out: *mut u32) {
    if thread::thread_idx_x() == 0 {
        let block = thread::block_idx_x();
        if block == 0 {
            while mid::atomic_load_32_device(flag, Acquire) == 0 {}
            *out += 1;
        } else if block == 5 {
            *out = 41;
            mid::atomic_store_32_device(flag, Release, 1);
        }
    }
}
