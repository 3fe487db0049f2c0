// expect: nothing
// block: 64 grid: 3 buffers: 192 1
// Each block adds its sum with one atomic.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn sum(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = x[thread::index_1d() as usize];
    thread::sync_threads();
    let mut stride = 32;
    while stride > 0 {
        if t < stride {
            *tile.add(t) += *tile.add(t + stride);
        }
        thread::sync_threads();
        stride /= 2;
    }
    if t == 0 {
        atomic_fetch_add_u32_device(y, Ordering::Relaxed, *tile);
    }
}
