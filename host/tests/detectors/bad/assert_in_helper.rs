// expect: assertion 6
// block: 64 grid: 1 buffers: 64 64
use cuda_std::prelude::*;

fn half(number: u32) -> u32 {
    assert!(number % 2 == 0);
    number / 2
}

#[kernel]
pub unsafe fn run(x: &[u32], output: *mut u32) {
    let i = thread::index_1d() as usize;
    let found = half(x[i]);
    *output.add(found as usize + 32) = found;
}
