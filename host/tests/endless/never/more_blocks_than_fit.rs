// endless on 8800 gtx
// grid = [200]
// block = [64]
// [[buffer]]
// name = 'arrived'
// type = 'u32'
// len = 1

use core::sync::atomic::Ordering::{Acquire, Release};
use cuda_std::atomic::mid;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn more_blocks_than_fit(arrived: *mut u32) {
    if thread::thread_idx_x() == 0 {
        mid::atomic_fetch_add_u32_device(arrived, Release, 1);
        while mid::atomic_load_32_device(arrived, Acquire) < thread::grid_dim_x() {} // here
    }
    thread::sync_threads();
}
