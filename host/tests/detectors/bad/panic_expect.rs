// expect: assertion 8
// block: 64 grid: 1 buffers: 64 64
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn run(x: &[u32], output: *mut u32) {
    let i = thread::index_1d() as usize;
    let value = x.get(i + 4).expect("a value four further on");
    *output.add(i) = *value;
}
