// expect: nothing
// block: 64 grid: 3 buffers: 192 192
// All threads of a block take the same branch to the barrier.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn first_blocks(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    let i = thread::index_1d() as usize;
    if thread::block_idx_x() < 2 {
        *tile.add(t) = x[i];
        thread::sync_threads();
        *y.add(i) = *tile.add(63 - t);
    } else {
        *y.add(i) = x[i];
    }
}
