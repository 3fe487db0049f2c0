// expect: nothing
// block: 96 grid: 1 buffers: 64 96
// After a barrier all threads read the same words.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn weighted_sum(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    if t < 64 {
        *tile.add(t) = x[t];
    }
    thread::sync_threads();
    let mut sum = 0;
    for i in 0..64 {
        sum += *tile.add(i) * (t as u32 + 1);
    }
    *y.add(t) = sum;
}
