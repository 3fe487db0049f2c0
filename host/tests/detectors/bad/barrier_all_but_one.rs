// expect: barrier 10
// block: 7 9 grid: 1 buffers: 63
// A single thread of a two-dimensional block does not come.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn all_but_one(y: *mut u32) {
    let (tx, ty) = (thread::thread_idx_x(), thread::thread_idx_y());
    if tx != 3 || ty != 4 {
        thread::sync_threads();
    }
    *y.add((7 * ty + tx) as usize) = tx;
}
