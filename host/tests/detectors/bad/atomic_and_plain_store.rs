// expect: race 12 14
// block: 64 grid: 1 buffers: 64 1
// One thread resets with a plain store what the others count.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn reset_late(x: &[i32], counter: *mut i32) {
    let t = thread::thread_idx_x() as usize;
    if t == 40 {
        *counter = 0;
    }
    atomic_fetch_add_i32_device(counter, Ordering::Relaxed, x[t]);
}
