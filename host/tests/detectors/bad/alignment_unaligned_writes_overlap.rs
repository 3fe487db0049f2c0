// expect: race 10
// block: 32 grid: 1 buffers: 256 256
// Each writes a byte of the next.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn run(x: *const u32, y: *mut u32) {
    let i = thread::index_1d() as usize;
    let bytes = y as *mut u8;
    (bytes.add(3 * i) as *mut u32).write_unaligned(*x.add(i));
}
