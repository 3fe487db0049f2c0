// expect: nothing
// block: 32 grid: 1 buffers: 1 1 1
// A thread publishes its byte with a fence and a flag, while another one writes the
// byte beside it.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn hand_over(data: *mut u8, flag: *mut u32, out: *mut u32) {
    let t = thread::thread_idx_x();
    if t == 0 {
        *data = 7;
        mid::atomic_store_32_device(flag, Ordering::Release, 1000);
    } else if t == 1 {
        *data.add(1) = 8;
    } else if t == 2 {
        while mid::atomic_load_32_device(flag, Ordering::Acquire) != 1000 {}
        *out = *data as u32;
    }
}
