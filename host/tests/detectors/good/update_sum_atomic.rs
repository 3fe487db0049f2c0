// expect: nothing
// block: 64 grid: 2 buffers: 100 1
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn sum(x: &[f32], sum: *mut f32) {
    let i = thread::index_1d() as usize;
    if i < x.len() {
        atomic_fetch_add_f32_device(sum, Ordering::Relaxed, x[i]);
    }
}
