// expect: race 13 17
// block: 64 grid: 1 buffers: 64 64
// The barriers are only there in the first round of the loop.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn twice(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    let mut sum = 0;
    for i in 0..2 {
        *tile.add(t) = x[t] + i;
        if i == 0 {
            thread::sync_threads();
        }
        sum += *tile.add(63 - t);
        if i == 0 {
            thread::sync_threads();
        }
    }
    *y.add(t) = sum;
}
