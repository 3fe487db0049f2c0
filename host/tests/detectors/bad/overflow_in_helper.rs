// expect: arithmetic 6
// block: 64 grid: 1 buffers: 64 64
use cuda_std::prelude::*;

fn previous(number: u32) -> u32 {
    number - 1
}

#[kernel]
pub unsafe fn run(x: &[u32], output: *mut u32) {
    let i = thread::index_1d() as usize;
    *output.add(i) = previous(x[i]);
}
