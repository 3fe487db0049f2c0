// expect: race 14 15
// block: 8 2 2 grid: 1 buffers: 128 32
// One thread writes a vector, another one a word in it.
use crate::vector::Float4;
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn overlap(x: *const f32, y: *mut f32) {
    let quads = shared_array![Float4; 32];
    let words = quads as *mut f32;
    let t = thread::thread_idx_x() + 8 * (thread::thread_idx_y() + 2 * thread::thread_idx_z());
    let t = t as usize;
    *quads.add(t) = Float4::splat(*x.add(t));
    *words.add(4 * (31 - t)) = 1.0;
    thread::sync_threads();
    *y.add(t) = *words.add(4 * t);
}
