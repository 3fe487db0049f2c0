// expect: nothing
// block: 64 grid: 1 buffers: 64
// One thread writes, a barrier, all read.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn broadcast(y: *mut u32) {
    let value = shared_array![u32; 1];
    let t = thread::thread_idx_x();
    if t == 17 {
        *value = t;
    }
    thread::sync_threads();
    *y.add(t as usize) = *value;
}
