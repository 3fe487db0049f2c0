// expect: race 16 21
// block: 32 grid: 2 buffers: 64 1 1 6 budget: 2000000
// The reader says that there is room before it has read.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn ring(x: &[u32], slot: *mut u32, counts: *mut u32, y: *mut u32) {
    if thread::thread_idx_x() != 0 {
        return;
    }
    for round in 0..6u32 {
        if thread::block_idx_x() == 0 {
            while atomic_load_32_device(counts, Ordering::Acquire) != 2 * round {}
            *slot = x[round as usize] + 1;
            atomic_store_32_device(counts, Ordering::Release, 2 * round + 1);
        } else {
            while atomic_load_32_device(counts, Ordering::Acquire) != 2 * round + 1 {}
            atomic_store_32_device(counts, Ordering::Release, 2 * round + 2);
            *y.add(round as usize) = *slot;
        }
    }
}
