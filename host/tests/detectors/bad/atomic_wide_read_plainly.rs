// expect: race 10 12
// block: 32 grid: 2 buffers: 2 4
// A word of 64 bits is drawn from atomically and looked at plainly.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn draw(next: *mut u64, y: *mut u64) {
    let left = *next;
    if left < 1 << 40 {
        atomic_fetch_add_u64_device(next, Ordering::Relaxed, 1);
    }
    if thread::thread_idx_x() == 0 {
        *y.add(thread::block_idx_x() as usize) = left;
    }
}
