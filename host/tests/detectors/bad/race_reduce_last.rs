// expect: race 12 15
// block: 64 grid: 1 buffers: 64 1
// Thread 0 takes the sum, thread 63 writes it, without a barrier.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn last_to_first(x: &[u32], y: *mut u32) {
    let value = shared_array![u32; 1];
    let t = thread::thread_idx_x();
    if t == 63 {
        *value = x[0] + 1;
    }
    if t == 0 {
        *y = *value;
    }
}
