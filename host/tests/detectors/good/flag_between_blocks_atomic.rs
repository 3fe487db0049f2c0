// expect: nothing
// block: 32 grid: 3 buffers: 64 1 3
// What is handed over is the atomic word itself.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn hand_over(x: &[u32], word: *mut u32, y: *mut u32) {
    if thread::thread_idx_x() != 0 {
        return;
    }
    let b = thread::block_idx_x() as usize;
    if b == 0 {
        atomic_store_32_device(word, Ordering::Relaxed, x[5]);
    } else {
        let mut seen = 0;
        while seen == 0 {
            seen = atomic_load_32_device(word, Ordering::Relaxed);
        }
        *y.add(b) = seen;
    }
}
