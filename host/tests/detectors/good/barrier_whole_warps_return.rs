// expect: nothing
// block: 128 grid: 1 buffers: 64 64
// The second half of the block returns before the barrier.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn reverse(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    if t >= 64 {
        return;
    }
    *tile.add(t) = x[t];
    thread::sync_threads();
    *y.add(t) = *tile.add(63 - t);
}
