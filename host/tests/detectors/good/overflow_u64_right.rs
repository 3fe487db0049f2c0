// expect: nothing
// block: 64 grid: 1 buffers: 64
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn run(output: *mut u32) {
    let i = thread::index_1d() as usize;
    let wide = u64::MAX - 63;
    let sum = wide + i as u64;
    *output.add(i) = sum as u32;
}
