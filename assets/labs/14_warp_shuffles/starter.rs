//! Adds the sum of all elements to `total`.

use core::sync::atomic::AtomicU32;
use core::sync::atomic::Ordering::Relaxed;
use cuda_std::prelude::*;
use cuda_std::shared_array;

/// Threads per block.
pub const BLOCK: usize = 256;

/// Each step of the tree goes through shared memory and ends with a barrier.
#[kernel]
pub unsafe fn sum(input: *const u32, total: *mut u32, n: u32) {
    let sums = shared_array![u32; BLOCK];
    let t = thread::thread_idx_x() as usize;
    let i = thread::block_idx_x() as usize * BLOCK + t;
    *sums.add(t) = if i < n as usize { *input.add(i) } else { 0 };
    thread::sync_threads();

    let mut stride = BLOCK / 2;
    while stride > 0 {
        if t < stride {
            *sums.add(t) += *sums.add(t + stride);
        }
        thread::sync_threads();
        stride /= 2;
    }

    if t == 0 {
        AtomicU32::from_ptr(total).fetch_add(*sums, Relaxed);
    }
}
