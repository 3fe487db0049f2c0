// expect: nothing
// block: 64 grid: 1 buffers: 64 64
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn run(x: &[u32], output: *mut u32) {
    let i = thread::index_1d() as usize;
    *output.add(i) = (i * 70_000_000 / 3) as u32 ^ i.wrapping_sub(1).leading_zeros();
}
