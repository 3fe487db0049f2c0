// expect: race 15 24
// block: 32 grid: 3 buffers: 64 1 2 1
// The second block passes the flag on without having acquired it.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn relay(x: &[u32], word: *mut u32, flags: *mut u64, y: *mut u32) {
    if thread::thread_idx_x() != 0 {
        return;
    }
    match thread::block_idx_x() {
        0 => {
            *word = x[9];
            atomic_store_64_device(flags, Ordering::Release, 5);
        }
        1 => {
            while atomic_load_64_device(flags, Ordering::Relaxed) != 5 {}
            atomic_store_64_device(flags, Ordering::Release, 6);
        }
        _ => {
            while atomic_load_64_device(flags, Ordering::Acquire) != 6 {}
            *y = *word;
        }
    }
}
