// ends
// grid = [1]
// block = [32]
// [[buffer]]
// name = 'flag'
// type = 'u32'
// len = 1
// [[buffer]]
// name = 'seen'
// type = 'u32'
// len = 1
// expect = [1]

use core::sync::atomic::Ordering::{Acquire, Release};
use cuda_std::atomic::mid;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn few_tries_in_a_warp(flag: *mut u32, seen: *mut u32) {
    let t = thread::thread_idx_x();
    if t == 0 {
        let mut tries = 0;
        while tries < 1_000 {
            tries += 1;
            if mid::atomic_load_32_device(flag, Acquire) == 1 {
                *seen = 1;
                break;
            }
        }
    } else if t == 1 {
        mid::atomic_store_32_device(flag, Release, 1);
    }
}
