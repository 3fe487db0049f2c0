// expect: arithmetic 8
// block: 64 grid: 1 buffers: 32
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn run(output: *mut i16) {
    let i = thread::index_1d() as usize;
    *output.add(i) = 1 << (i as i16 / 2);
}
