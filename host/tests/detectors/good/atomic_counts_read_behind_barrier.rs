// expect: nothing
// block: 64 grid: 1 buffers: 128 16
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;

/// Counts in shared memory.
#[kernel]
pub unsafe fn histogram(x: &[u32], y: *mut u32) {
    let counts = shared_array![u32; 16];
    let t = thread::thread_idx_x() as usize;
    if t < 16 {
        *counts.add(t) = 0;
    }
    thread::sync_threads();
    atomic_fetch_add_u32_block(counts.add((x[t] % 16) as usize), Ordering::Relaxed, 1);
    thread::sync_threads();
    if t < 16 {
        *y.add(t) = *counts.add(t);
    }
}
