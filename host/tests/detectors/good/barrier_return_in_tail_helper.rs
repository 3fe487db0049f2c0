// expect: nothing
// block: 64 grid: 1 buffers: 64
// What returns from a helper that the kernel ends with has returned from the kernel.
use cuda_std::prelude::*;
use cuda_std::shared_array;

unsafe fn stage(t: usize, tile: *mut u32, output: *mut u32) {
    if t >= 32 {
        return;
    }
    thread::sync_threads();
    *output.add(t) = *tile.add(31 - t);
}

#[kernel]
pub unsafe fn run(output: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = t as u32;
    stage(t, tile, output);
}
