// expect: nothing
// block: 32 grid: 1 buffers: 256 256
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn run(x: *const u32, y: *mut u32) {
    let i = thread::index_1d() as usize;
    let bytes = x as *const u8;
    *y.add(i) = (bytes.add(i) as *const u32).read_unaligned();
}
