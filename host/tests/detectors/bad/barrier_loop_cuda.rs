// expect: barrier 13
// block: 64 grid: 1 buffers: 64
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn run(output: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    let mut round = 0;
    while round < t % 4 {
        *tile.add(t) = 1;
        thread::sync_threads();
        round += 1;
    }
    *output.add(t) = round as u32;
}
