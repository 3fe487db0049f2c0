// expect: nothing
// block: 64 grid: 1 buffers: 64
// One block swaps the halves of a buffer in place.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn reverse_in_place(y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let other = *y.add(63 - t);
    thread::sync_threads();
    *y.add(t) = other;
}
