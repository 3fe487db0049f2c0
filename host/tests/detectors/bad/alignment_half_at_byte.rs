// expect: alignment 8
// block: 32 grid: 1 buffers: 256 256
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn run(x: *const u32, y: *mut u32) {
    let i = thread::index_1d() as usize;
    *y.add(i) = *((x as *const u8).add(3 * i) as *const u16) as u32;
}
