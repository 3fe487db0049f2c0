// expect: nothing
// block: 96 grid: 1 buffers: 64 2
// One warp fills slots for two others, which wait for a flag of their own.
use crate::warp::WARP;
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn feed(x: &[u32], y: *mut u32) {
    let slots = shared_array![u32; 2];
    let flags = shared_array![u32; 2];
    let t = thread::thread_idx_x() as usize;
    if t < 2 {
        *flags.add(t) = 0;
    }
    thread::sync_threads();
    let (warp_number, lane) = (t / WARP, t % WARP);
    if lane == 0 {
        if warp_number == 0 {
            for slot in 0..2 {
                *slots.add(slot) = x[10 + slot];
                atomic_store_32_block(flags.add(slot), Ordering::Release, 1);
            }
        } else {
            let slot = warp_number - 1;
            while atomic_load_32_block(flags.add(slot), Ordering::Acquire) == 0 {}
            *y.add(slot) = *slots.add(slot);
        }
    }
}
