// expect: nothing
// block: 64 grid: 1 buffers: 64
// Each thread stores a vector of four and, past a barrier, reads a part of another.
use crate::vector::Int4;
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn parts(y: *mut i32) {
    let quads = shared_array![Int4; 64];
    let t = thread::thread_idx_x() as usize;
    *quads.add(t) = Int4::splat(t as i32);
    (*quads.add(t)).z = 7;
    thread::sync_threads();
    *y.add(t) = (*quads.add(t ^ 1)).z;
}
