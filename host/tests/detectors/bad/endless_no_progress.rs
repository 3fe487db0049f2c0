// expect: endless 9
// block: 64 grid: 1 buffers: 64 budget: 20000
// The condition never changes.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn no_progress(y: *mut u32) {
    let mut x = 0;
    while x < 10 {
        x *= 2;
    }
    *y.add(thread::thread_idx_x() as usize) = x;
}
