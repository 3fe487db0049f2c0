// expect: nothing
// block: 64 grid: 1 buffers: 64 1
// A tree reduction.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn reduce(x: &[f32], y: *mut f32) {
    let tile = shared_array![f32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = x[t];
    thread::sync_threads();
    let mut stride = 32;
    while stride > 0 {
        if t < stride {
            *tile.add(t) += *tile.add(t + stride);
        }
        thread::sync_threads();
        stride /= 2;
    }
    if t == 0 {
        *y = *tile;
    }
}
