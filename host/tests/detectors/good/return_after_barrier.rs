// expect: nothing
// block: 64 grid: 2 buffers: 100 100
// Threads past the end come to the barrier and return then.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn copy_through_tile(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    let i = thread::index_1d() as usize;
    if i < x.len() {
        *tile.add(t) = x[i];
    }
    thread::sync_threads();
    if i >= x.len() {
        return;
    }
    *y.add(i) = *tile.add(t);
}
