// expect: nothing
// block: 32 grid: 5 buffers: 64 1 1
use core::sync::atomic::{AtomicU32, Ordering};
use cuda_std::prelude::*;

/// A lock whose fences order.
#[kernel]
pub unsafe fn locked(x: &[u32], lock: &[AtomicU32], total: *mut u32) {
    if thread::thread_idx_x() == 0 {
        while lock[0].compare_and_swap(0, 1, Ordering::Relaxed) != 0 {}
        thread::device_fence();
        *total += x[thread::block_idx_x() as usize];
        thread::device_fence();
        lock[0].store(0, Ordering::Relaxed);
    }
}
