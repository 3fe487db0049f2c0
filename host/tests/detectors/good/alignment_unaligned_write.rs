// expect: nothing
// block: 32 grid: 1 buffers: 256 256
// Neighbouring threads share words, and no byte.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn run(x: *const u32, y: *mut u32) {
    let i = thread::index_1d() as usize;
    let bytes = y as *mut u8;
    (bytes.add(5 * i) as *mut u32).write_unaligned(*x.add(i));
}
