// expect: race 24 26
// block: 64 grid: 1 buffers: 64
// The count is atomic, but its copy for the block is not.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn first_and_second(y: *mut u32) {
    let count = shared_array![u32; 1];
    let copy = shared_array![u32; 1];
    let t = thread::thread_idx_x();
    if t == 0 {
        *count = 0;
        *copy = 0;
    }
    thread::sync_threads();
    let before = atomic_fetch_add_u32_block(count, Ordering::Relaxed, 1);
    if before == 0 {
        *copy = t;
    }
    thread::sync_threads();
    *y.add(t as usize) = *copy;
    if before == 1 {
        *copy = before;
    }
}
