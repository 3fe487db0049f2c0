// expect: nothing
// block: 64 grid: 1 buffers: 64
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn run(output: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = 1;
    if t >= 50 {
        return;
    }
    let all = thread::sync_threads_and(*tile.add(t));
    let any = thread::sync_threads_or(1 - *tile.add(t));
    *output.add(t) = 1 / all + any;
}
