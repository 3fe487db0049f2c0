// expect: race 12 13
// block: 64 grid: 1 buffers: 256 1
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::atomic_fetch_add_f32_device;
use cuda_std::prelude::*;

/// A sum that most threads add to atomically, and one plainly.
#[kernel]
pub unsafe fn sum(x: &[u32], y: *mut f32) {
    let i = thread::index_1d() as usize;
    if i == 40 {
        *y += x[i] as f32;
    } else { atomic_fetch_add_f32_device(y, Ordering::Relaxed, x[i] as f32); }
}
