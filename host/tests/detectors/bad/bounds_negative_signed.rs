// expect: bounds 10
// block: 64 grid: 1 buffers: 64 64
// A signed offset that leads to before the start.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn shift_right(x: *const u32, y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let left = t as isize - 2;
    *y.add(t) = *x.offset(left);
}
