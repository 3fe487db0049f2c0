// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// A signed offset that is clamped at zero.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn shift_right(x: *const u32, y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let left = (t as isize - 2).max(0);
    *y.add(t) = *x.offset(left);
}
