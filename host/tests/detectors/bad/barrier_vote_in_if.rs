// expect: barrier 10; warning race 11
// block: 64 grid: 1 buffers: 64 1
// A barrier that counts must be passed by all threads as well.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn count_large(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    if x[t] > 40 {
        let large = thread::sync_threads_count(1);
        *y = large;
    }
}
