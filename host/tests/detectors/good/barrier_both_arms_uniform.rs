// expect: nothing
// block: 64 grid: 2 buffers: 128 128
// Each arm has a barrier, and all threads of a block take the same arm.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn by_block(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    let i = thread::index_1d() as usize;
    *tile.add(t) = x[i];
    if thread::block_idx_x() == 0 {
        thread::sync_threads();
        *y.add(i) = *tile.add(63 - t);
    } else {
        thread::sync_threads();
        *y.add(i) = *tile.add(t ^ 1);
    }
}
