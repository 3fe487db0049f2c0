// expect: race 12
// block: 32 grid: 5 buffers: 64 1 1
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

/// One thread of each block adds to a total under a lock.
#[kernel]
pub unsafe fn locked(x: &[u32], lock: *mut u32, total: *mut u32) {
    if thread::thread_idx_x() == 0 {
        while atomic_fetch_exch_u32_device(lock, Ordering::Relaxed, 1) != 0 {}
        *total += x[thread::block_idx_x() as usize];
        atomic_store_32_device(lock, Ordering::Relaxed, 0);
    }
}
