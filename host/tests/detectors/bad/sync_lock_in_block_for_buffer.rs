// expect: race 20
// block: 64 grid: 3 buffers: 256 1
// A lock in shared memory keeps out the threads of its own block only.
use crate::warp::WARP;
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn by_warps(x: &[u32], total: *mut u32) {
    let lock = shared_array![u32; 1];
    let t = thread::thread_idx_x() as usize;
    if t == 0 {
        *lock = 0;
    }
    thread::sync_threads();
    if t % WARP == 0 {
        while atomic_fetch_exch_u32_block(lock, Ordering::Acquire, 1) != 0 {}
        *total += x[thread::index_1d() as usize];
        atomic_store_32_block(lock, Ordering::Release, 0);
    }
}
