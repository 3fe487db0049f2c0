// expect: alignment 9
// block: 32 grid: 1 buffers: 256 256
// A word at any byte.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn run(x: *const u32, y: *mut u32) {
    let i = thread::index_1d() as usize;
    *y.add(i) = *((x as *const u8).add(i) as *const u32);
}
