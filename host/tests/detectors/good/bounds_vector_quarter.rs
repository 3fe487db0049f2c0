// expect: nothing
// block: 64 grid: 1 buffers: 64 16
// Each of a quarter of the threads reads four words.
use crate::vector::Int4;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn ends(x: *const Int4, y: *mut i32) {
    let t = thread::thread_idx_x() as usize;
    if t < 16 {
        let quad = Int4::load(x.add(t));
        *y.add(t) = quad.x + quad.w;
    }
}
