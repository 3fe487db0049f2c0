// expect: assertion 6
// block: 64 grid: 1 buffers: 64 64
use cuda_std::prelude::*;

fn at(x: &[u32], i: usize) -> u32 {
    x.get(i).copied().unwrap()
}

#[kernel]
pub unsafe fn run(x: &[u32], output: *mut u32) {
    let i = thread::index_1d() as usize;
    *output.add(i) = at(x, i + 4);
}
