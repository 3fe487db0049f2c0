// expect: nothing
// block: 64 grid: 4 buffers: 256 4 1 1
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;

/// Sums in one launch: the block that comes last adds up what all have left.
#[kernel]
pub unsafe fn sum(x: &[u32], partial: *mut u32, ticket: *mut u32, total: *mut u32) {
    let part = shared_array![u32; 64];
    let is_last = shared_array![u32; 1];
    let t = thread::thread_idx_x() as usize;
    *part.add(t) = x[thread::index_1d() as usize];
    thread::sync_threads();
    let mut step = 32;
    while step > 0 {
        if t < step {
            *part.add(t) += *part.add(t + step);
        }
        thread::sync_threads();
        step /= 2;
    }
    let blocks = thread::grid_dim_x();
    if t == 0 {
        *partial.add(thread::block_idx_x() as usize) = *part;
        thread::device_fence();
        let taken = atomic_fetch_add_u32_device(ticket, Ordering::Relaxed, 1);
        *is_last = (taken == blocks - 1) as u32;
    }
    thread::sync_threads();
    if *is_last == 1 && t == 0 {
        let mut sum = 0;
        for b in 0..blocks {
            sum += *partial.add(b as usize);
        }
        *total = sum;
    }
}
