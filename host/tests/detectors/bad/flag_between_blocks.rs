// expect: race 15 19
// block: 32 grid: 3 buffers: 64 1 1 3
// The first block hands a word over behind a relaxed flag, which orders nothing else.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn hand_over(x: &[f32], word: *mut f32, flag: *mut u32, y: *mut f32) {
    if thread::thread_idx_x() != 0 {
        return;
    }
    let b = thread::block_idx_x() as usize;
    if b == 0 {
        *word = x[5];
        atomic_store_32_device(flag, Ordering::Relaxed, 1);
    } else {
        while atomic_load_32_device(flag, Ordering::Relaxed) == 0 {}
        *y.add(b) = *word;
    }
}
