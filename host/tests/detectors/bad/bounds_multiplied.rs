// expect: bounds 9
// block: 64 grid: 1 buffers: 50 64 numbers: 50
// What is read past the end is multiplied by zero.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn masked(x: *const f32, y: *mut f32, n: u32) {
    let t = thread::thread_idx_x();
    let value = *x.add(t as usize);
    *y.add(t as usize) = value * (t < n) as u32 as f32;
}
