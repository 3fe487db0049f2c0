// expect: race 12 13
// block: 64 grid: 1 buffers: 64
// One thread stores a vector of four, its neighbour reads a part of it.
use crate::vector::Int4;
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn parts(y: *mut i32) {
    let quads = shared_array![Int4; 64];
    let t = thread::thread_idx_x() as usize;
    *quads.add(t) = Int4::splat(t as i32);
    *y.add(t) = (*quads.add(t ^ 1)).z;
}
