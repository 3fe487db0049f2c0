// expect: arithmetic 9
// block: 64 grid: 1 buffers: 16
// 200 and 56 are 256, which is nothing special in a register.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn run(output: *mut u8) {
    let i = thread::index_1d() as usize;
    *output.add(i) = 200 + i as u8;
}
