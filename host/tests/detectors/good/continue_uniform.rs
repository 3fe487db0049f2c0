// expect: nothing
// block: 64 grid: 1 buffers: 64
// All threads skip the same rounds.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn odd_rounds(y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let mut sum = 0;
    for i in 0..4 {
        if i % 2 == 0 {
            continue;
        }
        sum += i;
        thread::sync_threads();
    }
    *y.add(t) = sum;
}
