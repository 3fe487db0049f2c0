// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// Four threads write the components of one vector.
use crate::vector::Int4;
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn by_component(x: &[i32], y: *mut i32) {
    let words = shared_array![i32; 64];
    let quads = words as *const Int4;
    let t = thread::thread_idx_x() as usize;
    *words.add(t) = x[t];
    thread::sync_threads();
    let quad = *quads.add(15 - t / 4);
    *y.add(t) = quad.x + quad.w;
}
