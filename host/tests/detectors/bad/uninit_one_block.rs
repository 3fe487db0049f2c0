// expect: uninit 15
// block: 64 grid: 2 buffers: 64 128
// Only the first block fills the tile: shared memory does not outlive a block.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn first_block_fills(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    if thread::block_idx_x() == 0 {
        *tile.add(t) = x[t];
    }
    thread::sync_threads();
    *y.add(thread::index_1d() as usize) = *tile.add(63 - t);
}
