// expect: nothing
// block: 64 grid: 4 buffers: 256 4 1 1
// The same with the partial sums as atomic words.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn sum(x: &[u32], partial: *mut u32, ticket: *mut u32, y: *mut u32) {
    if thread::thread_idx_x() == 0 {
        let b = thread::block_idx_x() as usize;
        let mut own = 0;
        for i in 64 * b..64 * b + 64 {
            own += x[i];
        }
        atomic_store_32_device(partial.add(b), Ordering::Relaxed, own);
        if atomic_fetch_add_u32_device(ticket, Ordering::Relaxed, 1) == 3 {
            let mut sum = 0;
            for i in 0..4 {
                sum += atomic_load_32_device(partial.add(i), Ordering::Relaxed);
            }
            *y = sum;
        }
    }
}
