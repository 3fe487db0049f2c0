// expect: race 15 19
// block: 32 grid: 2 buffers: 64 1 1 1
// A later relaxed store does not carry the release on.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn gather(x: &[u32], words: *mut u32, flag: *mut u32, y: *mut u32) {
    if thread::thread_idx_x() != 0 {
        return;
    }
    if thread::block_idx_x() == 0 {
        atomic_store_32_device(flag, Ordering::Release, 1);
        *words = x[3];
        atomic_store_32_device(flag, Ordering::Relaxed, 2);
    } else {
        while atomic_load_32_device(flag, Ordering::Acquire) != 2 {}
        *y = *words;
    }
}
