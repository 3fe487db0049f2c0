// expect: nothing
// block: 32 grid: 2 buffers: 2 4
// The same with an atomic look.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn draw(next: *mut u64, y: *mut u64) {
    let left = atomic_load_64_device(next, Ordering::Relaxed);
    if left < 1 << 40 {
        atomic_fetch_add_u64_device(next, Ordering::Relaxed, 1);
    }
    if thread::thread_idx_x() == 0 {
        *y.add(thread::block_idx_x() as usize) = left;
    }
}
