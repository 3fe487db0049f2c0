// expect: nothing
// block: 32 grid: 2 buffers: 1 1 scheduling: warps
// The lock is given back before the lanes meet again.
use core::sync::atomic::{AtomicU32, Ordering};
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn count(lock: &[AtomicU32], total: *mut u32) {
    let mut is_done = false;
    while !is_done {
        if lock[0].compare_exchange(0, 1, Ordering::Acquire, Ordering::Relaxed).is_ok() {
            *total += 1;
            lock[0].store(0, Ordering::Release);
            is_done = true;
        }
    }
}
