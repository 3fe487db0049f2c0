// expect: race 9 11
// block: 64 grid: 2 buffers: 1 2
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn peek(counter: *mut u32, y: *mut u32) {
    atomic_fetch_add_u32_device(counter, Ordering::Relaxed, 1);
    if thread::thread_idx_x() == 0 {
        *y.add(thread::block_idx_x() as usize) = *counter;
    }
}
