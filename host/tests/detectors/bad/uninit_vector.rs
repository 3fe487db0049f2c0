// expect: uninit 16
// block: 64 grid: 1 buffers: 64
// Three of four components are written, all are read.
use crate::vector::Float4;
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn three_of_four(y: *mut f32) {
    let quads = shared_array![Float4; 64];
    let t = thread::thread_idx_x() as usize;
    (*quads.add(t)).x = 1.0;
    (*quads.add(t)).y = 2.0;
    (*quads.add(t)).z = 3.0;
    thread::sync_threads();
    let quad = *quads.add(63 - t);
    *y.add(t) = quad.x + quad.w;
}
