// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// Indices at the border are clamped.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn neighbours(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = x[t];
    thread::sync_threads();
    *y.add(t) = *tile.add(t.max(1) - 1) + *tile.add((t + 1).min(63));
}
