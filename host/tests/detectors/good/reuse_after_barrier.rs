// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// The same words are used for two purposes, with a barrier between.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn twice_used(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = x[t];
    thread::sync_threads();
    let other = *tile.add(63 - t);
    thread::sync_threads();
    *tile.add(63 - t) = other + 1;
    thread::sync_threads();
    *y.add(t) = *tile.add(t ^ 7);
}
