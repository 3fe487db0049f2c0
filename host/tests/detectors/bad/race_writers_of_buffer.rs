// expect: race 9 10
// block: 64 grid: 1 buffers: 64
// Two threads write one word of a buffer that nobody reads.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn at_once(y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    *y.add(t) = 1;
    *y.add(63 - t) = 2;
}
