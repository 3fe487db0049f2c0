// expect: barrier 12
// block: 64 grid: 1 buffers: 64 64
// The other arm has no barrier.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn small_ones_hurry(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    if x[t] < 10 {
        *y.add(t) = 1;
    } else {
        thread::sync_threads();
    }
}
