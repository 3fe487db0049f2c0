// expect: nothing
// block: 64 grid: 1 buffers: 64 1
// The last steps of a reduction in one warp, with its own barriers.
use cuda_std::prelude::*;
use cuda_std::shared_array;
use cuda_std::warp;

#[kernel]
pub unsafe fn last_steps(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = x[t];
    thread::sync_threads();
    if t < 8 {
        let mut sum = *tile.add(t) + *tile.add(t + 8);
        warp::sync_warp(0xff);
        *tile.add(t) = sum;
        warp::sync_warp(0xff);
        sum += *tile.add((t + 4) % 8);
        warp::sync_warp(0xff);
        *tile.add(t) = sum;
        warp::sync_warp(0xff);
        if t == 0 {
            *y = *tile + *tile.add(1);
        }
    }
}
