// expect: nothing
// block: 32 grid: 2 buffers: 64 2 1 6 budget: 2000000
// Words go from one block to the other through a ring of two slots.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn ring(x: &[u32], slots: *mut u32, counts: *mut u32, y: *mut u32) {
    if thread::thread_idx_x() != 0 {
        return;
    }
    // The count is even when there is room and odd when there is a word.
    for round in 0..6u32 {
        let slot = slots.add(round as usize % 2);
        if thread::block_idx_x() == 0 {
            while atomic_load_32_device(counts, Ordering::Acquire) != 2 * round {}
            *slot = x[round as usize] + 1;
            atomic_store_32_device(counts, Ordering::Release, 2 * round + 1);
        } else {
            while atomic_load_32_device(counts, Ordering::Acquire) != 2 * round + 1 {}
            *y.add(round as usize) = *slot;
            atomic_store_32_device(counts, Ordering::Release, 2 * round + 2);
        }
    }
}
