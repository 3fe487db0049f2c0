// expect: race 14 15
// block: 64 grid: 1 buffers: 64 1
// The last steps of a reduction without any barrier, trusting that a warp runs in step.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn last_steps(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = x[t];
    thread::sync_threads();
    if t < 8 {
        *tile.add(t) += *tile.add(t + 8);
        *tile.add(t) += *tile.add(t + 4);
        if t == 0 {
            *y = *tile;
        }
    }
}
