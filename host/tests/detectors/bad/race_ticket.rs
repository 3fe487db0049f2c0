// expect: race 19 19
// block: 64 grid: 1 buffers: 2
// Tickets from an atomic are taken modulo two, so that slots are shared.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn draw(y: *mut u32) {
    let count = shared_array![u32; 1];
    let slots = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    if t == 0 {
        *count = 0;
    }
    thread::sync_threads();
    let ticket = atomic_fetch_add_u32_block(count, Ordering::Relaxed, 1) as usize;
    *slots.add(ticket % 2) = t as u32;
    thread::sync_threads();
    if t < 2 {
        *y.add(t) = *slots.add(t);
    }
}
