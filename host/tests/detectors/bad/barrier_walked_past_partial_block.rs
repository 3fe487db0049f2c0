// expect: barrier 14 13
// block: 64 grid: 2 buffers: 128
// The guard lies around the barrier, and half of the last block is outside.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn run(output: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = t as u32;
    let i = thread::index_1d() as usize;
    if i < 96 {
        thread::sync_threads();
        *output.add(i) = *tile.add(t);
    }
}
