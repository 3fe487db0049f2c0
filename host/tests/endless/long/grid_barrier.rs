// ends
// grid = [9]
// block = [64]
// [[buffer]]
// name = 'arrived'
// type = 'u32'
// len = 1
// [[buffer]]
// name = 'parts'
// type = 'u32'
// len = 9
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 9
// expect = [45, 45, 45, 45, 45, 45, 45, 45, 45]

use core::sync::atomic::Ordering::{Acquire, Release};
use cuda_std::atomic::mid;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn grid_barrier(arrived: *mut u32, parts: *mut u32, out: *mut u32) {
    let block = thread::block_idx_x() as usize;
    let blocks = thread::grid_dim_x() as usize;
    let t = thread::thread_idx_x();
    if t == 0 {
        *parts.add(block) = block as u32 + 1;
        mid::device_thread_fence(Release);
        mid::atomic_fetch_add_u32_device(arrived, Release, 1);
        while (mid::atomic_load_32_device(arrived, Acquire) as usize) < blocks {}
    }
    thread::sync_threads();
    if t == 33 {
        let mut sum = 0;
        for i in 0..blocks {
            sum += *parts.add(i);
        }
        *out.add(block) = sum;
    }
}
