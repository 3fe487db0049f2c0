// expect: uninit 13
// block: 64 grid: 1 buffers: 64 8
// Bins that nobody sets to zero.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn histogram(x: &[u32], y: *mut u32) {
    let bins = shared_array![u32; 8];
    let t = thread::thread_idx_x() as usize;
    atomic_fetch_add_u32_block(bins.add(x[t] as usize % 8), Ordering::Relaxed, 1);
    thread::sync_threads();
    if t < 8 {
        *y.add(t) = *bins.add(t);
    }
}
