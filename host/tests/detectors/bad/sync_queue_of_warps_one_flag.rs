// expect: race 24 27
// block: 96 grid: 1 buffers: 64 2
// One flag for both slots is set when the first is filled.
use crate::warp::WARP;
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn feed(x: &[u32], y: *mut u32) {
    let slots = shared_array![u32; 2];
    let flag = shared_array![u32; 1];
    let t = thread::thread_idx_x() as usize;
    if t == 0 {
        *flag = 0;
    }
    thread::sync_threads();
    let (warp_number, lane) = (t / WARP, t % WARP);
    if lane == 0 {
        if warp_number == 0 {
            *slots = x[10];
            atomic_store_32_block(flag, Ordering::Release, 1);
            *slots.add(1) = x[11];
        } else {
            while atomic_load_32_block(flag, Ordering::Acquire) == 0 {}
            *y.add(warp_number - 1) = *slots.add(warp_number - 1);
        }
    }
}
