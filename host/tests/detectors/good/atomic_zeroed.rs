// expect: nothing
// block: 64 grid: 1 buffers: 64
// An atomic counter that one thread sets to zero.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn draw(y: *mut u32) {
    let count = shared_array![u32; 1];
    let t = thread::thread_idx_x();
    if t == 0 {
        *count = 0;
    }
    thread::sync_threads();
    let ticket = atomic_fetch_add_u32_block(count, Ordering::Relaxed, 1);
    *y.add(ticket as usize) = t;
}
