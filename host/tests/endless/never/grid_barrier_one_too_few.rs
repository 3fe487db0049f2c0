// endless
// grid = [5]
// block = [64]
// [[buffer]]
// name = 'arrived'
// type = 'u32'
// len = 1

use core::sync::atomic::Ordering::{Acquire, Release};
use cuda_std::atomic::mid;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn grid_barrier_one_too_few(arrived: *mut u32) {
    thread::sync_threads();
    if thread::thread_idx_x() == 0 {
        mid::atomic_fetch_add_u32_device(arrived, Release, 1);
        while mid::atomic_load_32_device(arrived, Acquire) < thread::grid_dim_x() + 1 {} // here
    }
    thread::sync_threads();
}
