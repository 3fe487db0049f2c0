// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// The number of rounds comes from a buffer, but is the same for all.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn rounds_from_buffer(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let mut sum = 0;
    for i in 0..x[5] {
        sum += i;
        thread::sync_threads();
    }
    *y.add(t) = sum;
}
