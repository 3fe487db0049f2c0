// expect: bounds 9
// block: 64 grid: 2 buffers: 100 128
// The values are read before the guard, and only looked at behind it.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn steps(x: &[u32], y: *mut u32) {
    let i = thread::index_1d() as usize;
    let value = x[i];
    if i < 100 && value % 2 == 0 {
        *y.add(i) = value;
    }
}
