// expect: race 12 14
// block: 64 grid: 1 buffers: 32
// Two instructions write the same words, each by another half of the block.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn two_writers(y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    if t < 32 {
        *tile.add(t) = 1;
    } else {
        *tile.add(t - 32) = 2;
    }
    thread::sync_threads();
    if t < 32 {
        *y.add(t) = *tile.add(t);
    }
}
