// expect: nothing
// block: 128 grid: 1 buffers: 64 128
// Each half of the block stays in its half, and each thread at its word.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn halves(x: &[u32], y: *mut u32) {
    let lower = shared_array![u32; 64];
    let upper = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    if t < 64 {
        *lower.add(t) = x[t];
        *y.add(t) = *lower.add(t);
    } else {
        *upper.add(t - 64) = t as u32;
        *y.add(t) = *upper.add(t - 64);
    }
}
