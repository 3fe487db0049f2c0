// expect: nothing
// block: 64 grid: 1 buffers: 64 64
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn run(x: &[u32], output: *mut u32) {
    let i = thread::index_1d() as usize;
    let mut hash = x[i] + 3000;
    hash = hash.wrapping_mul(1664525).wrapping_add(1013904223);
    *output.add(i) = hash;
}
