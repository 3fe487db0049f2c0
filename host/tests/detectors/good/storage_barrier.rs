// expect: nothing
// block: 64 grid: 1 buffers: 64 128
// Threads of a block exchange through a buffer: the barrier orders it as well.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn exchange(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    *y.add(t) = x[t] + 1;
    thread::sync_threads();
    *y.add(t + 64) = *y.add(63 - t);
}
