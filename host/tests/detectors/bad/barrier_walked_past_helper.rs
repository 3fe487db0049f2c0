// expect: barrier 7 15
// block: 64 grid: 1 buffers: 64
use cuda_std::prelude::*;
use cuda_std::shared_array;

fn wait() {
    thread::sync_threads();
}

#[kernel]
pub unsafe fn run(output: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = t as u32;
    if t < 32 {
        wait();
    }
}
