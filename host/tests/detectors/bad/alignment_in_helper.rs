// expect: alignment 6
// block: 32 grid: 1 buffers: 256 256
use cuda_std::prelude::*;

unsafe fn word(bytes: *const u8, at: usize) -> u32 {
    (bytes.add(at) as *const u32).read()
}

#[kernel]
pub unsafe fn run(x: *const u32, y: *mut u32) {
    let i = thread::index_1d() as usize;
    *y.add(i) = word(x as *const u8, 6 * i);
}
