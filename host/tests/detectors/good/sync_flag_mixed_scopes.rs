// expect: nothing
// block: 32 grid: 3 buffers: 64 1 1 3
// A release to the whole system and an acquire for the device: each reaches the other.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn hand_over(x: &[u32], word: *mut u32, flag: *mut u32, y: *mut u32) {
    if thread::thread_idx_x() != 0 {
        return;
    }
    let b = thread::block_idx_x() as usize;
    if b == 0 {
        *word = x[5];
        thread::system_fence();
        atomic_store_32_device(flag, Ordering::Relaxed, 1);
    } else {
        while atomic_load_32_system(flag, Ordering::Acquire) == 0 {}
        *y.add(b) = *word;
    }
}
