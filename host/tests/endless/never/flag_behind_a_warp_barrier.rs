// endless
// grid = [1]
// block = [32]
// [[buffer]]
// name = 'flag'
// type = 'u32'
// len = 1

use core::sync::atomic::Ordering::{Acquire, Release};
use cuda_std::atomic::mid;
use cuda_std::prelude::*;
use cuda_std::warp;

#[kernel]
pub unsafe fn flag_behind_a_warp_barrier(flag: *mut u32) {
    let t = thread::thread_idx_x();
    if t == 1 {
        while mid::atomic_load_32_device(flag, Acquire) == 0 {} // here
    }
    if t < 2 {
        warp::sync_warp(3);
        mid::atomic_store_32_device(flag, Release, 1);
    }
}
