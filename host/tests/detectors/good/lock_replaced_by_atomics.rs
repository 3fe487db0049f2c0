// expect: nothing
// block: 32 grid: 4 buffers: 64 1 8
// The place in the list comes from an atomic, and each block writes to its own.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn append(x: &[u32], end: *mut u32, list: *mut u32) {
    if thread::thread_idx_x() == 0 {
        let place = atomic_fetch_add_u32_device(end, Ordering::Relaxed, 1);
        *list.add(place as usize) = x[thread::block_idx_x() as usize];
    }
}
