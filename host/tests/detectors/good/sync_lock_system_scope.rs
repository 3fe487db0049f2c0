// expect: nothing
// block: 32 grid: 4 buffers: 64 1 2
// A lock of system scope around a total of 64 bits.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn locked(x: &[u32], lock: *mut u32, total: *mut u64) {
    if thread::thread_idx_x() == 0 {
        while atomic_fetch_exch_u32_system(lock, Ordering::SeqCst, 1) != 0 {}
        *total = (*total).wrapping_add(x[thread::block_idx_x() as usize] as u64);
        atomic_store_32_system(lock, Ordering::SeqCst, 0);
    }
}
