// expect: bounds 9
// block: 64 grid: 1 buffers: 15 16
// The last word that is there has bytes for 60 threads.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn copy(x: *const u8, y: *mut u8) {
    let t = thread::thread_idx_x() as usize;
    *y.add(t) = *x.add(t);
}
