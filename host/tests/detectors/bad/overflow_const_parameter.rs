// expect: arithmetic 6
// block: 64 grid: 1 buffers: 64 64
use cuda_std::prelude::*;

fn last<const N: u32>() -> u32 {
    N - 1
}

#[kernel]
pub unsafe fn run(x: &[u32], output: *mut u32) {
    let i = thread::index_1d() as usize;
    *output.add(i) = last::<0>() + x[i] / 100;
}
