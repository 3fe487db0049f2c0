// expect: nothing
// block: 32 grid: 2 buffers: 64 1 1 1 2
use core::sync::atomic::{AtomicU32, Ordering};
use cuda_std::prelude::*;

/// The order of a comparison that fails is its own, and acquires.
#[kernel]
pub unsafe fn hand_over(x: &[u32], word: *mut u32, flag: &[AtomicU32], go: &[AtomicU32], y: *mut u32) {
    if thread::thread_idx_x() != 0 {
        return;
    }
    if thread::block_idx_x() == 0 {
        *word = x[5];
        flag[0].store(1, Ordering::Release);
        go[0].store(1, Ordering::Relaxed);
    } else {
        while go[0].load(Ordering::Relaxed) == 0 {}
        let _ = flag[0].compare_exchange(0, 2, Ordering::Relaxed, Ordering::Acquire);
        *y = *word;
    }
}
