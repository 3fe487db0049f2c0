// expect: barrier 13
// block: 64 grid: 1 buffers: 64 64
// Every other lane skips the barrier.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn even_lanes(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = x[t];
    if t % 2 == 0 {
        thread::sync_threads();
    }
    *y.add(t) = *tile.add(t);
}
