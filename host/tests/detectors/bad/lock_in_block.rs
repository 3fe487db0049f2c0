// expect: race 22
// block: 256 grid: 1 buffers: 256 1
// A lock of relaxed exchanges in shared memory, taken by one thread of each warp.
use crate::warp::WARP;
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn locked(x: &[u32], y: *mut u32) {
    let lock = shared_array![u32; 1];
    let total = shared_array![u32; 1];
    let t = thread::thread_idx_x() as usize;
    if t == 0 {
        *lock = 0;
        *total = 0;
    }
    thread::sync_threads();
    if t % WARP == 0 {
        while atomic_fetch_exch_u32_block(lock, Ordering::Relaxed, 1) != 0 {}
        *total += x[t];
        atomic_store_32_block(lock, Ordering::Relaxed, 0);
    }
    thread::sync_threads();
    if t == 0 {
        *y = *total;
    }
}
