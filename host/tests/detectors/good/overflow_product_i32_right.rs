// expect: nothing
// block: 64 grid: 1 buffers: 64
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn run(output: *mut i32) {
    let i = thread::index_1d() as usize;
    let bytes = i as i64 * 40_000_000;
    *output.add(i) = bytes as i32;
}
