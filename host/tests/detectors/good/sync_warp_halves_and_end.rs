// expect: nothing
// block: 64 grid: 1 buffers: 64
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn run(output: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = t as u32;
    if t % 32 < 16 {
        warp::sync_warp(0xffff);
        *output.add(t) = *tile.add(t ^ 1);
    }
}
