// expect: nothing
// block: 8 8 grid: 1 buffers: 64 64
// A transposed tile, padded.
use cuda_std::prelude::*;
use cuda_std::shared_array;

const PITCH: usize = 9;

#[kernel]
pub unsafe fn transpose(x: &[f32], y: *mut f32) {
    let tile = shared_array![f32; 8 * PITCH];
    let (tx, ty) = (thread::thread_idx_x() as usize, thread::thread_idx_y() as usize);
    *tile.add(ty * PITCH + tx) = x[8 * ty + tx];
    thread::sync_threads();
    *y.add(8 * ty + tx) = *tile.add(tx * PITCH + ty);
}
