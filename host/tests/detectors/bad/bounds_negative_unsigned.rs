// expect: bounds 13
// block: 64 grid: 1 buffers: 64 64
// Thread 0 steps back from the first word, and wraps round.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn left_neighbour(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = x[t];
    thread::sync_threads();
    *y.add(t) = *tile.add(t.wrapping_sub(1));
}
