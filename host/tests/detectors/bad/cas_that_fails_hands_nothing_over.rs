// expect: race 19 13
// block: 32 grid: 2 buffers: 64 1 1 1 2
use core::sync::atomic::{AtomicU32, Ordering};
use cuda_std::prelude::*;

/// The flag does not hold what is expected, so nothing is exchanged and nothing released.
#[kernel]
pub unsafe fn hand_over(x: &[u32], word: *mut u32, flag: &[AtomicU32], go: &[AtomicU32], y: *mut u32) {
    if thread::thread_idx_x() != 0 {
        return;
    }
    if thread::block_idx_x() == 0 {
        *word = x[5];
        flag[0].compare_and_swap(5, 1, Ordering::Release);
        go[0].store(1, Ordering::Relaxed);
    } else {
        while go[0].load(Ordering::Relaxed) == 0 {}
        let seen = flag[0].load(Ordering::Acquire);
        *y = *word + seen;
    }
}
