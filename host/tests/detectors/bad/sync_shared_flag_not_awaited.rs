// expect: race 19 23
// block: 64 grid: 1 buffers: 64 1
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;

/// One warp makes a value, the other one waits for it.
#[kernel]
pub unsafe fn between_warps(x: &[u32], y: *mut u32) {
    let word = shared_array![u32; 1];
    let flag = shared_array![u32; 1];
    let t = thread::thread_idx_x();
    if t == 0 {
        atomic_store_32_block(flag, Ordering::Relaxed, 0);
    }
    thread::sync_threads();
    if t == 0 {
        *word = x[3];
        atomic_store_32_block(flag, Ordering::Release, 1);
    }
    if t == 32 {
        *y = *word;
    }
}
