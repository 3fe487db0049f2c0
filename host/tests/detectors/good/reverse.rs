// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// Reverses a block through shared memory.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn reverse(x: &[i32], y: *mut i32) {
    let tile = shared_array![i32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = x[t];
    thread::sync_threads();
    *y.add(t) = *tile.add(63 - t);
}
