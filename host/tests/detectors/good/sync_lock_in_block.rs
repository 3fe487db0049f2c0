// expect: nothing
// block: 128 grid: 2 buffers: 256 2
// One thread of each warp adds to the block's total under a lock of the block.
use crate::warp::WARP;
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn by_warps(x: &[i32], y: *mut i32) {
    let lock = shared_array![u32; 1];
    let total = shared_array![i32; 1];
    let t = thread::thread_idx_x() as usize;
    if t == 0 {
        *lock = 0;
        *total = 0;
    }
    thread::sync_threads();
    if t % WARP == 0 {
        while atomic_fetch_exch_u32_block(lock, Ordering::Acquire, 1) != 0 {}
        *total += x[thread::index_1d() as usize];
        atomic_store_32_block(lock, Ordering::Release, 0);
    }
    thread::sync_threads();
    if t == 0 {
        *y.add(thread::block_idx_x() as usize) = *total;
    }
}
