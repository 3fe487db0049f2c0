// expect: nothing
// block: 8 8 grid: 2 2 buffers: 256 4 1 1
// A grid of two dimensions, and sums of 32-bit floats.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn sum(x: &[f32], partial: *mut f32, ticket: *mut u32, total: *mut f32) {
    let tile = shared_array![f32; 64];
    let is_last = shared_array![u32; 1];
    let t = (8 * thread::thread_idx_y() + thread::thread_idx_x()) as usize;
    let blocks = thread::grid_dim_x() * thread::grid_dim_y();
    let b = (thread::grid_dim_x() * thread::block_idx_y() + thread::block_idx_x()) as usize;
    *tile.add(t) = x[64 * b + t];
    thread::sync_threads();
    let mut step = 32;
    while step > 0 {
        if t < step {
            *tile.add(t) += *tile.add(t + step);
        }
        thread::sync_threads();
        step /= 2;
    }
    if t == 0 {
        *partial.add(b) = *tile;
        thread::grid_fence();
        let taken = atomic_fetch_add_u32_device(ticket, Ordering::Relaxed, 1);
        *is_last = (taken == blocks - 1) as u32;
    }
    thread::sync_threads();
    if *is_last == 1 && t < 4 {
        atomic_fetch_add_f32_device(total, Ordering::Relaxed, *partial.add(t));
    }
}
