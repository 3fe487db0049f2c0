// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// A barrier two branches deep that all threads of the block take.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn nested(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = x[t];
    if thread::block_idx_x() == 0 {
        if x[3] == 3 {
            thread::sync_threads();
            *y.add(t) = *tile.add(63 - t);
        }
    }
}
