// expect: nothing
// block: 37 grid: 2 buffers: 74 74
// The last warp is only partly filled, which is no matter.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn reverse(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 37];
    let t = thread::thread_idx_x() as usize;
    let i = thread::index_1d() as usize;
    *tile.add(t) = x[i];
    thread::sync_threads();
    *y.add(i) = *tile.add(36 - t);
}
