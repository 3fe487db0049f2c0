// expect: arithmetic 9
// block: 64 grid: 1 buffers: 64 64
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn run(x: &[u32], output: *mut u32) {
    let i = thread::index_1d() as usize;
    let far = u32::MAX - 10;
    *output.add(i) = x[i] + far;
}
