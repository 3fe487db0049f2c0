// ends
// grid = [1]
// block = [64]
// [[buffer]]
// name = 'flag'
// type = 'u32'
// len = 1
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1
// expect = [200000]

use core::sync::atomic::Ordering::{Acquire, Release};
use cuda_std::atomic::mid;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn slow_producer(flag: *mut u32, out: *mut u32) {
    let t = thread::thread_idx_x();
    if t == 0 {
        while mid::atomic_load_32_device(flag, Acquire) == 0 {}
        *out = mid::atomic_load_32_device(flag, Acquire);
    } else if t == 32 {
        let mut i = 0;
        while i < 200_000 {
            i += 1;
        }
        mid::atomic_store_32_device(flag, Release, i);
    }
}
