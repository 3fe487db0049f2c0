// expect: race 11 13
// block: 32 grid: 3 buffers: 96 1 3
// A sum of floats is read while others still add to it.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn running_sum(x: &[f32], sum: *mut f32, y: *mut f32) {
    let i = thread::index_1d() as usize;
    atomic_fetch_add_f32_device(sum, Ordering::Relaxed, x[i]);
    if thread::thread_idx_x() == 31 {
        *y.add(thread::block_idx_x() as usize) = *sum;
    }
}
