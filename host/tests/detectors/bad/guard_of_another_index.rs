// expect: bounds 10
// block: 64 grid: 2 buffers: 100 128
// The index that is tested is not the one that is read.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn next_doubled(x: &[u32], y: *mut u32) {
    let i = thread::index_1d() as usize;
    if i < x.len() {
        let next = x[i + 1];
        *y.add(i) = next.wrapping_mul(2);
    }
}
