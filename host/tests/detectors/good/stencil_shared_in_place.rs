// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// A stencil in place in shared memory, with a barrier between reading and writing.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn add_left(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = x[t];
    thread::sync_threads();
    let left = *tile.add(t.max(1) - 1);
    thread::sync_threads();
    *tile.add(t) += left;
    thread::sync_threads();
    *y.add(t) = *tile.add(t);
}
