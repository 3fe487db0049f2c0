// expect: nothing
// block: 64 grid: 2 buffers: 128 128
// As many threads as words.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn reverse(x: &[u32], y: *mut u32) {
    let i = thread::index_1d() as usize;
    *y.add(i) = x[127 - i];
}
