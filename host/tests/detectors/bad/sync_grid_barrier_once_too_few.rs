// expect: race 23 24
// block: 8 4 grid: 3 buffers: 1 96 96 budget: 2000000
// After the meeting each block writes what others may still read.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

unsafe fn meet(arrived: *mut u32, goal: u32) {
    thread::sync_threads();
    if thread::thread_idx_x() == 0 && thread::thread_idx_y() == 0 {
        atomic_fetch_add_u32_device(arrived, Ordering::Release, 1);
        while atomic_load_32_device(arrived, Ordering::Acquire) < goal {}
    }
    thread::sync_threads();
}

#[kernel]
pub unsafe fn two_steps(arrived: *mut u32, words: *mut u32, y: *mut u32) {
    let t = 8 * thread::thread_idx_y() + thread::thread_idx_x();
    let i = (32 * thread::block_idx_x() + t) as usize;
    *words.add(i) = i as u32;
    meet(arrived, thread::grid_dim_x());
    let other = *words.add(95 - i);
    *words.add(i) = other;
    *y.add(i) = other;
}
