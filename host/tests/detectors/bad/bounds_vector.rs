// expect: bounds 10
// block: 64 grid: 1 buffers: 64 64
// A quarter of the threads would do, since each reads four words.
use crate::vector::Int4;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn ends(x: *const Int4, y: *mut i32) {
    let t = thread::thread_idx_x() as usize;
    let quad = Int4::load(x.add(t));
    *y.add(t) = quad.x.wrapping_add(quad.w);
}
