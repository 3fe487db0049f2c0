// expect: bounds 9
// block: 64 grid: 1 buffers: 50 64
// What is read past the end decides a branch.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn zeros(x: *const u32, y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    if *x.add(t) == 0 {
        *y.add(t) = 1;
    }
}
