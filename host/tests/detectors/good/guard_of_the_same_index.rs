// expect: nothing
// block: 64 grid: 2 buffers: 100 128
// The index that is tested is the one that is read.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn next_doubled(x: &[u32], y: *mut u32) {
    let i = thread::index_1d() as usize;
    if i + 1 < x.len() {
        *y.add(i) = 2 * x[i + 1];
    }
}
