// expect: nothing
// block: 62 grid: 1 buffers: 62 62
// Shared memory has room for the halo.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn shifted(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t + 1) = x[t];
    thread::sync_threads();
    *y.add(t) = *tile.add((t + 2).min(62));
}
