// expect: nothing
// block: 64 grid: 1 buffers: 64
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn run(output: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = t as u32;
    match t / 32 {
        0 => return,
        _ => thread::sync_threads(),
    }
    *output.add(t) = *tile.add(95 - t);
}
