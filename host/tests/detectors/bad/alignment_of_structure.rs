// expect: alignment 15
// block: 32 grid: 1 buffers: 256 256
use cuda_std::prelude::*;

#[repr(C)]
struct Pair {
    a: u32,
    b: u32,
}

#[kernel]
pub unsafe fn run(x: *const u32, y: *mut u32) {
    let i = thread::index_1d() as usize;
    let p = (x as *const u8).add(8 + 6 * i) as *const Pair;
    *y.add(i) = (*p).b;
}
