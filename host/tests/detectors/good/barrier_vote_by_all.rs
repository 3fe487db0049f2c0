// expect: nothing
// block: 61 grid: 2 buffers: 122 2
// A barrier that counts, passed by all threads.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn count_large(x: &[u32], y: *mut u32) {
    let i = thread::index_1d() as usize;
    let large = thread::sync_threads_count((x[i] > 40) as u32);
    if thread::thread_idx_x() == 0 {
        *y.add(thread::block_idx_x() as usize) = large;
    }
}
