// expect: uninit 16
// block: 64 grid: 2 buffers: 100 128
// Threads past the end of the data leave their words of the tile as they are.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn reverse(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    let i = thread::index_1d() as usize;
    if i < x.len() {
        *tile.add(t) = x[i];
    }
    thread::sync_threads();
    *y.add(i) = *tile.add(63 - t);
}
