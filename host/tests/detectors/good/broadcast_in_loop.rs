// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// Thread 0 writes a value for all, in a loop with two barriers.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn broadcast(x: &[u32], y: *mut u32) {
    let value = shared_array![u32; 1];
    let t = thread::thread_idx_x() as usize;
    let mut sum = 0;
    for i in 0..3 {
        if t == 0 {
            *value = x[i];
        }
        thread::sync_threads();
        sum += *value;
        thread::sync_threads();
    }
    *y.add(t) = sum;
}
