// ends
// grid = [1]
// block = [32]
// [[buffer]]
// name = 'flag'
// type = 'u32'
// len = 1
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1
// expect = [7]

use core::sync::atomic::Ordering::{Acquire, Release};
use cuda_std::atomic::mid;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn lane_waits_for_lane(flag: *mut u32, out: *mut u32) {
    let t = thread::thread_idx_x();
    if t == 0 {
        while mid::atomic_load_32_device(flag, Acquire) == 0 {}
        *out = 7;
    } else if t == 31 {
        mid::atomic_store_32_device(flag, Release, 1);
    }
}
