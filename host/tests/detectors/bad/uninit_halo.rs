// expect: uninit 13
// block: 62 grid: 1 buffers: 62 62
// The borders of the tile are never filled.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn left_neighbour(x: &[f32], y: *mut f32) {
    let tile = shared_array![f32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t + 1) = x[t];
    thread::sync_threads();
    *y.add(t) = *tile.add(t) + 1.0;
}
