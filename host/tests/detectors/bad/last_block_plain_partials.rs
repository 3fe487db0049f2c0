// expect: race 16 20
// block: 64 grid: 4 buffers: 256 4 1 1
// The block that draws the last ticket adds up plain words of the others.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn sum(x: &[f32], partial: *mut f32, ticket: *mut u32, y: *mut f32) {
    if thread::thread_idx_x() == 0 {
        let b = thread::block_idx_x() as usize;
        let mut own = 0.0;
        for i in 64 * b..64 * b + 64 {
            own += x[i];
        }
        *partial.add(b) = own;
        if atomic_fetch_add_u32_device(ticket, Ordering::Relaxed, 1) == 3 {
            let mut sum = 0.0;
            for i in 0..4 {
                sum += *partial.add(i);
            }
            *y = sum;
        }
    }
}
