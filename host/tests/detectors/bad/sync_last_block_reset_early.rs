// expect: race 12 18
// block: 32 grid: 3 buffers: 96 3 1 1
// Every block, not only the last one, reads what the others have left.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn sum(x: &[u32], partial: *mut u32, ticket: *mut u32, total: *mut u32) {
    if thread::thread_idx_x() == 0 {
        let b = thread::block_idx_x() as usize;
        *partial.add(b) = x[32 * b] + 1;
        thread::device_fence();
        let taken = atomic_fetch_add_u32_device(ticket, Ordering::Relaxed, 1);
        thread::device_fence();
        let mut sum = 0;
        for other in 0..3 {
            sum += *partial.add(other);
        }
        if taken == 2 {
            *total = sum;
        }
    }
}
