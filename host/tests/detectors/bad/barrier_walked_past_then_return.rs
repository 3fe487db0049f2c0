// expect: barrier 13 12
// block: 64 grid: 1 buffers: 64
// The second warp returns, but behind the branch with the barrier.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn run(output: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = t as u32;
    if t < 32 {
        thread::sync_threads();
    }
    if t >= 32 {
        return;
    }
    *output.add(t) = *tile.add(t);
}
