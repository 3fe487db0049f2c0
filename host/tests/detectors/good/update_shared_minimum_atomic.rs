// expect: nothing
// block: 50 grid: 1 buffers: 64 1
// The minimum as an atomic.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn least(x: &[i32], y: *mut i32) {
    let least = shared_array![i32; 1];
    let t = thread::thread_idx_x() as usize;
    if t == 0 {
        *least = i32::MAX;
    }
    thread::sync_threads();
    atomic_fetch_min_i32_block(least, Ordering::Relaxed, x[t] - 20);
    thread::sync_threads();
    if t == 0 {
        *y = *least;
    }
}
