// ends
// grid = [1]
// block = [64]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 32
// expect = [32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63]

use core::sync::atomic::Ordering::{Acquire, Release};
use cuda_std::atomic::mid;
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn consumer_before_producer(out: *mut u32) {
    let values = shared_array![u32; 32];
    let flag = shared_array![u32; 1];
    let t = thread::thread_idx_x() as usize;
    if t == 0 {
        *flag = 0;
    }
    thread::sync_threads();
    if t < 32 {
        while mid::atomic_load_32_block(flag, Acquire) < 32 {}
        *out.add(t) = *values.add(t);
    } else {
        *values.add(t - 32) = t as u32;
        mid::atomic_fetch_add_u32_block(flag, Release, 1);
    }
}
