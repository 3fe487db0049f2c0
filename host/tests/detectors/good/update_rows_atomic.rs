// expect: nothing
// block: 8 8 grid: 2 buffers: 128 16
// The same with an atomic.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn row_sums(x: &[i32], sums: *mut i32) {
    let row = (8 * thread::block_idx_x() + thread::thread_idx_y()) as usize;
    let col = thread::thread_idx_x() as usize;
    atomic_fetch_add_i32_device(sums.add(row), Ordering::Relaxed, x[8 * row + col]);
}
