// expect: arithmetic 9
// block: 64 grid: 1 buffers: 64
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn run(output: *mut i32) {
    let i = thread::index_1d() as usize;
    let low = i32::MIN + i as i32;
    *output.add(i) = low.abs();
}
