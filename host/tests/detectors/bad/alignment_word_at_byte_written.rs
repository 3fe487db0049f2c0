// expect: alignment 8
// block: 32 grid: 1 buffers: 256 256
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn run(x: *const u32, y: *mut u32) {
    let i = thread::index_1d() as usize;
    *((y as *mut u8).add(4 * i + 2) as *mut u32) = *x.add(i);
}
