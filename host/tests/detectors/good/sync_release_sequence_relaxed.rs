// expect: nothing
// block: 32 grid: 3 buffers: 64 1 1 1
// A relaxed addition between release and acquire carries the release on.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn carried(x: &[u32], word: *mut u32, flag: *mut u32, y: *mut u32) {
    if thread::thread_idx_x() != 0 {
        return;
    }
    match thread::block_idx_x() {
        0 => {
            *word = x[9];
            atomic_store_32_device(flag, Ordering::Release, 5);
        }
        1 => {
            while atomic_load_32_device(flag, Ordering::Relaxed) != 5 {}
            atomic_fetch_add_u32_device(flag, Ordering::Relaxed, 1);
        }
        _ => {
            while atomic_load_32_device(flag, Ordering::Acquire) != 6 {}
            *y = *word;
        }
    }
}
