// expect: race 13 26
// block: 64 grid: 4 buffers: 256 256 1 64
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;

/// Every thread leaves its own word and fences; one thread of the block tells.
#[kernel]
pub unsafe fn publish(x: &[u32], y: *mut u32, ticket: *mut u32, total: *mut u32) {
    let is_last = shared_array![u32; 1];
    let i = thread::index_1d() as usize;
    *y.add(i) = 2 * x[i];
    if thread::thread_idx_x() == 0 {
        thread::device_fence();
    }
    if thread::thread_idx_x() == 0 {
        let taken = atomic_fetch_add_u32_device(ticket, Ordering::Relaxed, 1);
        *is_last = (taken == thread::grid_dim_x() - 1) as u32;
    }
    thread::sync_threads();
    if *is_last == 1 {
        let t = thread::thread_idx_x();
        let mut sum = 0;
        for b in 0..thread::grid_dim_x() {
            sum += *y.add((b * thread::block_dim_x() + t) as usize);
        }
        *total.add(t as usize) = sum;
    }
}
