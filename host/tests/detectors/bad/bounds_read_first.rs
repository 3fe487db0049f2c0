// expect: bounds 9
// block: 64 grid: 1 buffers: 50 64 numbers: 50
// The test comes behind the read, and before its use.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn copy(x: *const u32, y: *mut u32, n: u32) {
    let t = thread::thread_idx_x();
    let value = *x.add(t as usize);
    if t < n {
        *y.add(t as usize) = value;
    }
}
