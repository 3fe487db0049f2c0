// expect: nothing
// block: 48 grid: 3 buffers: 144 144
// Blocks write neighbouring words, but never the same.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn pairs(x: &[u32], y: *mut u32) {
    let i = thread::index_1d() as usize;
    *y.add(i) = x[i] + x[(i + 1) % 144];
}
