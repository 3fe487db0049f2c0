// expect: bounds 10
// block: 64 grid: 1 buffers: 64
// There is no fourth element.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn pick(y: *mut u32) {
    let t = thread::thread_idx_x();
    let values = [t, 2 * t, 3 * t];
    *y.add(t as usize) = values[t as usize % 4];
}
