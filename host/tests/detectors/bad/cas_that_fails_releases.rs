// expect: race 18 13
// block: 32 grid: 2 buffers: 64 1 1 2
use core::sync::atomic::{AtomicU32, Ordering};
use cuda_std::prelude::*;

/// A comparison that fails has nothing to release, and acquires nothing.
#[kernel]
pub unsafe fn hand_over(x: &[u32], word: *mut u32, flag: &[AtomicU32], y: *mut u32) {
    if thread::thread_idx_x() != 0 {
        return;
    }
    if thread::block_idx_x() == 0 {
        *word = x[5];
        flag[0].store(1, Ordering::Release);
    } else {
        // It goes on when the comparison fails: the flag is no longer zero.
        while flag[0].compare_and_swap(0, 0, Ordering::Release) == 0 {}
        *y = *word;
    }
}
