// expect: race 13 12
// block: 64 grid: 1 buffers: 64 64
use cuda_std::prelude::*;
use cuda_std::shared_array;

/// Every thread leaves a word, and another one replaces it too early.
#[kernel]
pub unsafe fn replace(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = x[t];
    *y.add(t) = 100 + x[t];
    *y.add(63 - t) = *tile.add(t);
    thread::sync_threads();
}
