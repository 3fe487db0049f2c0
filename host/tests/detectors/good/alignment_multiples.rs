// expect: nothing
// block: 32 grid: 1 buffers: 256 256
// Moved in steps that the larger type allows.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn run(x: *const u32, y: *mut u32) {
    let i = thread::index_1d() as usize;
    let bytes = x as *const u8;
    let word = *(bytes.add(4 * i) as *const u32);
    let half = *(bytes.add(2 * i) as *const u16) as u32;
    let wide = *(x.add(2 * i) as *const u64) as u32;
    *y.add(i) = word + half + wide;
}
