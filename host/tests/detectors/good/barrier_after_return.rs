// expect: nothing
// block: 64 grid: 2 buffers: 100 100
// Threads past the end return before the barrier: CUDA waits for the others.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn copy_through_tile(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    let i = thread::index_1d() as usize;
    if i >= x.len() {
        return;
    }
    *tile.add(t) = x[i];
    thread::sync_threads();
    *y.add(i) = *tile.add(t);
}
