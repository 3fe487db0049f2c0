// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// The place to write to is counted with an atomic.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn even_ones(x: &[u32], y: *mut u32) {
    let count = shared_array![u32; 1];
    let t = thread::thread_idx_x() as usize;
    if t == 0 {
        *count = 0;
    }
    thread::sync_threads();
    if x[t] % 2 == 0 {
        let place = atomic_fetch_add_u32_block(count, Ordering::Relaxed, 1);
        *y.add(place as usize) = x[t];
    }
}
