// expect: race 11 15
// block: 64 grid: 1 buffers: 64 1
// The first step of the reduction does not wait for the load.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn reduce(x: &[f32], y: *mut f32) {
    let tile = shared_array![f32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = x[t];
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
