// expect: nothing
// block: 96 grid: 2 buffers: 1 1 scheduling: warps
// One lane of each warp takes the lock.
use core::sync::atomic::{AtomicU32, Ordering};
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn count(lock: &[AtomicU32], total: *mut u32) {
    if thread::thread_idx_x() % 32 == 0 {
        while lock[0].compare_exchange(0, 1, Ordering::Acquire, Ordering::Relaxed).is_err() {}
        *total += 1;
        lock[0].store(0, Ordering::Release);
    }
}
