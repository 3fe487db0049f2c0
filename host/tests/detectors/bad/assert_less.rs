// expect: assertion 8
// block: 64 grid: 1 buffers: 64 64
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn run(x: &[u32], output: *mut u32) {
    let i = thread::index_1d() as usize;
    assert!(x[i] < 40, "too many: {}", x[i]);
    *output.add(i) = x[i];
}
