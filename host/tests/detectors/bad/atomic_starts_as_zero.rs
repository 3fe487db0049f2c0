// expect: uninit 13
// block: 64 grid: 1 buffers: 64
// A counter that nobody sets to zero: CUDA does not do it either.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn draw(y: *mut u32) {
    let count = shared_array![u32; 1];
    let t = thread::thread_idx_x();
    let ticket = atomic_fetch_add_u32_block(count, Ordering::Relaxed, 1);
    if ticket < 64 {
        *y.add(t as usize) = ticket;
    }
}
