// expect: alignment 9
// block: 32 grid: 1 buffers: 256 256
use cuda_std::prelude::*;
use crate::vector::Int4;

#[kernel]
pub unsafe fn run(x: *const u32, y: *mut u32) {
    let i = thread::index_1d() as usize;
    let v = Int4::load(x.add(i) as *const Int4);
    *y.add(i) = v.x as u32;
}
