// expect: barrier 15 14
// block: 64 grid: 1 buffers: 64
// The first warp leaves the loop a round early.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn run(output: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = t as u32;
    let rounds = 1 + t as u32 / 32;
    let mut round = 0;
    while round < rounds {
        thread::sync_threads();
        round += 1;
    }
    *output.add(t) = round;
}
