// expect: barrier 10
// block: 64 grid: 1 buffers: 64
// Some lanes skip the barrier.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn first_lanes(y: *mut u32) {
    let t = thread::thread_idx_x();
    if t < 20 {
        thread::sync_threads();
    }
    *y.add(t as usize) = t;
}
