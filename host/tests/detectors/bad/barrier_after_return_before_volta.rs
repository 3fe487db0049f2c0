// expect: barrier 15
// block: 64 grid: 1 buffers: 64 scheduling: warps
// Before Volta a barrier is for all threads of the block.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn run(output: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = t as u32;
    if t >= 32 {
        return;
    }
    thread::sync_threads();
    *output.add(t) = *tile.add(31 - t);
}
