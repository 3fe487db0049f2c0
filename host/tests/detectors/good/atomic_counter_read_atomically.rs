// expect: nothing
// block: 64 grid: 2 buffers: 1 2
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn peek(counter: *mut u32, y: *mut u32) {
    atomic_fetch_add_u32_device(counter, Ordering::Relaxed, 1);
    if thread::thread_idx_x() == 0 {
        let seen = atomic_load_32_device(counter, Ordering::Relaxed);
        *y.add(thread::block_idx_x() as usize) = seen;
    }
}
