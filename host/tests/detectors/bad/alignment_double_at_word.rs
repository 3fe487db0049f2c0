// expect: alignment 9
// block: 32 grid: 1 buffers: 256 256
// A number of 64 bits at any word.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn run(x: *const u32, y: *mut u32) {
    let i = thread::index_1d() as usize;
    *y.add(i) = *(x.add(i) as *const u64) as u32;
}
