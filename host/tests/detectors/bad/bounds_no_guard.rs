// expect: bounds 9
// block: 64 grid: 2 buffers: 100 100
// More threads than words, and no test. A thread that has left an array ends there.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn copy(x: *const u32, y: *mut u32) {
    let i = thread::index_1d() as usize;
    let value = *x.add(i);
    *y.add(i) = value;
}
