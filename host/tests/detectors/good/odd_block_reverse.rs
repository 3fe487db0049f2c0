// expect: nothing
// block: 45 grid: 2 buffers: 90 90
// A block whose size is no multiple of the warp's.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn reverse(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    let i = thread::index_1d() as usize;
    *tile.add(t) = x[i];
    thread::sync_threads();
    *y.add(i) = *tile.add(44 - t);
}
