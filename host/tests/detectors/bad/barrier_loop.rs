// expect: barrier 12
// block: 64 grid: 1 buffers: 64
// The number of rounds depends on the thread.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn rounds_by_thread(y: *mut u32) {
    let t = thread::thread_idx_x();
    let mut sum = 0;
    for i in 0..t % 5 {
        sum += i;
        thread::sync_threads();
    }
    *y.add(t as usize) = sum;
}
