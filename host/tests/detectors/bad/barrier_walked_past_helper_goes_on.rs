// expect: barrier 11
// block: 64 grid: 1 buffers: 64
// The helper is left early, and the second warp goes on behind it.
use cuda_std::prelude::*;
use cuda_std::shared_array;

fn stage(t: usize) {
    if t >= 32 {
        return;
    }
    thread::sync_threads();
}

#[kernel]
pub unsafe fn run(output: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = t as u32;
    stage(t);
    *output.add(t) = *tile.add(t);
}
