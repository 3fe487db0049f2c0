// expect: race 12 16
// block: 64 grid: 3 buffers: 192 192
// Only the last of the blocks leaves the barrier out.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn reverse(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    let i = thread::index_1d() as usize;
    *tile.add(t) = x[i];
    if thread::block_idx_x() < 2 {
        thread::sync_threads();
    }
    *y.add(i) = *tile.add(63 - t);
}
