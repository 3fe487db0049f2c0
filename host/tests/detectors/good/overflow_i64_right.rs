// expect: nothing
// block: 64 grid: 1 buffers: 64
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn run(output: *mut i32) {
    let i = thread::index_1d() as usize;
    let low = i64::MIN + 63;
    let below = low - i as i64;
    *output.add(i) = below as i32;
}
