// expect: nothing
// block: 32 grid: 1 buffers: 32 32
// Threads write neighbouring words in turn, never the same.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn pairs(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(2 * t) = x[t];
    *tile.add(2 * t + 1) = t as u32;
    *y.add(t) = *tile.add(2 * t) + *tile.add(2 * t + 1);
}
