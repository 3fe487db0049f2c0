// ends
// grid = [4]
// block = [64]
// [[buffer]]
// name = 'lock'
// type = 'u32'
// len = 1
// [[buffer]]
// name = 'count'
// type = 'u32'
// len = 1
// expect = [256]

use core::sync::atomic::Ordering::{Acquire, Release};
use cuda_std::atomic::mid;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn back_off(lock: *mut u32, count: *mut u32) {
    let mut pause = 1;
    while mid::atomic_fetch_exch_u32_device(lock, Acquire, 1) != 0 {
        let mut i = 0;
        while i < pause {
            i += 1;
        }
        pause = if pause < 64 { 2 * pause } else { 1 };
    }
    *count += 1;
    mid::atomic_store_32_device(lock, Release, 0);
}
