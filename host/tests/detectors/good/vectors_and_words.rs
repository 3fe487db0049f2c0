// expect: nothing
// block: 8 2 2 grid: 2 buffers: 256 256
// Vectors are written, and behind a barrier their words are read one by one, in three dimensions.
use crate::vector::Float4;
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn turn(x: *const f32, y: *mut f32) {
    let quads = shared_array![Float4; 32];
    let words = quads as *mut f32;
    let t = thread::thread_idx_x() + 8 * (thread::thread_idx_y() + 2 * thread::thread_idx_z());
    let t = t as usize;
    let first = 128 * thread::block_idx_x() as usize;
    Float4::load((x.add(first) as *const Float4).add(t)).store(quads.add(t));
    thread::sync_threads();
    for k in 0..4 {
        *y.add(first + 32 * k + t) = *words.add(4 * t + k);
    }
}
