// expect: assertion 9
// block: 64 grid: 1 buffers: 64 64
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn run(x: &[u32], output: *mut u32) {
    let i = thread::index_1d() as usize;
    let even = x[i] % 2 == 0;
    debug_assert!(even);
    *output.add(i) = x[i];
}
