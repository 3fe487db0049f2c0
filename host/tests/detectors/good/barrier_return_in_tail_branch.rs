// expect: nothing
// block: 64 grid: 1 buffers: 64
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
    if thread::block_dim_x() == 64 {
        stage(t);
    } else {
        *output = 1;
    }
}
