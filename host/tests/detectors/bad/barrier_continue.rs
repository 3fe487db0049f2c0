// expect: barrier 15
// block: 50 grid: 1 buffers: 50
// Some threads skip the barrier with continue.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn skipping(y: *mut u32) {
    let t = thread::thread_idx_x();
    let mut sum = 0;
    for i in 0..4 {
        if (t + i) % 4 == 0 {
            continue;
        }
        sum += i;
        thread::sync_threads();
    }
    *y.add(t as usize) = sum;
}
