// expect: race 11 18
// block: 64 grid: 3 buffers: 1 192 192 budget: 2000000
// All blocks wait for each other at a relaxed counter, which orders none of their plain words.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn two_phases(arrived: *mut u32, words: *mut f32, y: *mut f32) {
    let i = thread::index_1d() as usize;
    *words.add(i) = i as f32;
    thread::sync_threads();
    if thread::thread_idx_x() == 0 {
        atomic_fetch_add_u32_device(arrived, Ordering::Relaxed, 1);
        while atomic_load_32_device(arrived, Ordering::Relaxed) < 3 {}
    }
    thread::sync_threads();
    *y.add(i) = *words.add(191 - i);
}
