// expect: nothing
// block: 64 grid: 1 buffers: 64 1
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn largest(x: &[i32], y: *mut i32) {
    let most = shared_array![i32; 1];
    let t = thread::thread_idx_x() as usize;
    if t == 0 {
        *most = i32::MIN;
    }
    thread::sync_threads();
    atomic_fetch_max_i32_block(most, Ordering::Relaxed, x[t]);
    thread::sync_threads();
    if t == 0 {
        *y = *most;
    }
}
