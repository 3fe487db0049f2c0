// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// The barrier stands behind the branch.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn half_and_zeros(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    if t < 20 {
        *tile.add(t) = x[t];
    } else {
        *tile.add(t) = 0;
    }
    thread::sync_threads();
    *y.add(t) = *tile.add(63 - t);
}
