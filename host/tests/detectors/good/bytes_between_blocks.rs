// expect: nothing
// block: 33 grid: 3 buffers: 32 32
// Blocks of 33 threads: the word where one ends and the next starts has bytes of both.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn copy(x: &[u8], y: *mut u8) {
    let i = thread::index_1d() as usize;
    *y.add(i) = x[i];
}
