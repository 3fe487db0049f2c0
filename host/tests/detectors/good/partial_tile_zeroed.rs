// expect: nothing
// block: 64 grid: 2 buffers: 100 128
// Threads past the end of the data write zero.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn reverse(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    let i = thread::index_1d() as usize;
    *tile.add(t) = if i < x.len() { x[i] } else { 0 };
    thread::sync_threads();
    *y.add(i) = *tile.add(63 - t);
}
