// expect: nothing
// block: 64 grid: 1 buffers: 64 64
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn run(x: *const u32, output: *mut u32) {
    let i = thread::index_1d() as usize;
    let end = x.add(64);
    let own = end.sub(64 - i);
    let shifted = own.offset(-(i as isize)).offset(i as isize);
    *output.add(i) = *shifted;
}
