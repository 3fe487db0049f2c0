// expect: nothing
// block: 64 grid: 1 buffers: 64 64
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn run(x: &[u32], output: *mut u32) {
    let i = thread::index_1d() as usize;
    let mut sum = 0;
    for k in (0..x.len() as u32).rev().step_by(3) {
        sum ^= k;
    }
    for k in 0..=i {
        sum ^= k as u32;
    }
    *output.add(i) = sum;
}
