// expect: nothing
// block: 64 grid: 1 buffers: 64
// Two threads write one word of a buffer that nobody reads, with a barrier between.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn in_turn(y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    *y.add(t) = 1;
    thread::sync_threads();
    *y.add(63 - t) = 2;
}
