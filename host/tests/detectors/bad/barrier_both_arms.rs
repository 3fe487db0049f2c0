// expect: barrier 10
// block: 128 grid: 1 buffers: 128
// Each arm has a barrier of its own.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn two_barriers(y: *mut u32) {
    let t = thread::thread_idx_x();
    if t < 64 {
        thread::sync_threads();
    } else {
        thread::sync_threads();
    }
    *y.add(t as usize) = t;
}
