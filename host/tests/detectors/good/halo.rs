// expect: nothing
// block: 62 grid: 2 buffers: 126 124
// The halo is filled by extra loads.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn neighbours(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    let i = thread::index_1d() as usize;
    *tile.add(t + 1) = x[i + 1];
    if t == 0 {
        *tile = x[i];
    }
    if t == 61 {
        *tile.add(63) = x[i + 2];
    }
    thread::sync_threads();
    *y.add(i) = *tile.add(t) + *tile.add(t + 2);
}
