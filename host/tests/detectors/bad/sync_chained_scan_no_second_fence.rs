// expect: race 21 18
// block: 64 grid: 4 buffers: 256 4 6 256
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;

/// A scan in one launch: every block waits for the sum of the one before.
#[kernel]
pub unsafe fn chained(x: &[u32], sums: *mut u32, ready: *mut u32, y: *mut u32) {
    let before = shared_array![u32; 1];
    let b = thread::block_idx_x() as usize;
    let t = thread::thread_idx_x() as usize;
    if t == 0 {
        let mut sum = 0;
        if b > 0 {
            while atomic_load_32_device(ready.add(b), Ordering::Relaxed) != 1 {}
            sum = *sums.add(b - 1);
        }
        *before = sum;
        *sums.add(b) = sum + x[b];
        thread::device_fence();
        atomic_store_32_device(ready.add(b + 1), Ordering::Relaxed, 1);
    }
    thread::sync_threads();
    *y.add(64 * b + t) = *before + x[t];
}
