//! Sum in one launch: the block that finishes last adds up what all of them found.

use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::{atomic_fetch_add_u32_block, atomic_fetch_add_u32_device};
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn last_block_sum(input: &[u32], partial: *mut u32, finished: *mut u32, sum: *mut u32) {
    let block_sum = shared_array![u32; 1];
    let is_last = shared_array![bool; 1];
    let leader = thread::thread_idx_x() == 0;
    let blocks = thread::grid_dim_x();

    if leader {
        *block_sum = 0;
    }
    thread::sync_threads();
    if let Some(&x) = input.get(thread::index_1d() as usize) {
        atomic_fetch_add_u32_block(block_sum, Ordering::Relaxed, x);
    }
    thread::sync_threads();

    if leader {
        partial.add(thread::block_idx_x() as usize).write_volatile(*block_sum);
        // The partial sum must be visible before the count says that it is there.
        thread::device_fence();
        let before = atomic_fetch_add_u32_device(finished, Ordering::Relaxed, 1);
        assert!(before < blocks, "the counter was not zero at the start");
        *is_last = before == blocks - 1;
    }
    thread::sync_threads();

    if *is_last && leader {
        thread::device_fence();
        *sum = (0..blocks as usize).map(|block| partial.add(block).read_volatile()).sum();
        *finished = 0;
    }
}
