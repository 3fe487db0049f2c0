// expect: race 11
// block: 32 grid: 5 buffers: 64 1 1
use core::sync::atomic::{AtomicU32, Ordering};
use cuda_std::prelude::*;

/// Whoever gives the lock back does not release what was written under it.
#[kernel]
pub unsafe fn locked(x: &[u32], lock: &[AtomicU32], total: *mut u32) {
    if thread::thread_idx_x() == 0 {
        while lock[0].compare_and_swap(0, 1, Ordering::Acquire) != 0 {}
        *total += x[thread::block_idx_x() as usize];
        lock[0].store(0, Ordering::Relaxed);
    }
}
