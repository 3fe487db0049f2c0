// expect: assertion 8
// block: 64 grid: 1 buffers: 64 64
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn run(x: &[u32], output: *mut u32) {
    let i = thread::index_1d() as usize;
    assert_eq!(x[i] as usize, i / 2 * 2, "lane {lane}", lane = i % 32);
    *output.add(i) = x[i];
}
