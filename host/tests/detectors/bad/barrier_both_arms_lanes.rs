// expect: barrier 10; barrier 12
// block: 64 grid: 1 buffers: 64
// Each arm has a barrier of its own, and lanes of one warp take both.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn two_barriers(y: *mut u32) {
    let t = thread::thread_idx_x();
    if t % 2 == 0 {
        thread::sync_threads();
    } else {
        thread::sync_threads();
    }
    *y.add(t as usize) = t;
}
