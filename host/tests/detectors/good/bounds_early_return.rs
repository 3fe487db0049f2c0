// expect: nothing
// block: 64 grid: 2 buffers: 100 100 numbers: 100
// More threads than words, and those behind the end return.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn copy(x: *const u32, y: *mut u32, n: u32) {
    let i = thread::index_1d();
    if i >= n {
        return;
    }
    *y.add(i as usize) = *x.add(i as usize);
}
