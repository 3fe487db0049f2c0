// expect: race 13 25
// block: 64 grid: 2 buffers: 128 64 1 64
// A barrier orders the threads of one block, and no relaxed flag carries that on.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn hand_over(x: &[u32], words: *mut u32, flag: *mut u32, y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let b = thread::block_idx_x();
    if b == 0 {
        *words.add(t) = x[t] + 1;
    }
    thread::sync_threads();
    if t == 0 {
        if b == 0 {
            atomic_store_32_device(flag, Ordering::Relaxed, 1);
        } else {
            while atomic_load_32_device(flag, Ordering::Relaxed) == 0 {}
        }
    }
    thread::sync_threads();
    if b == 1 {
        *y.add(t) = *words.add(63 - t);
    }
}
