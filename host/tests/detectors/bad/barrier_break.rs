// expect: barrier 15
// block: 64 grid: 1 buffers: 64
// Threads leave the loop one after the other.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn staircase(y: *mut u32) {
    let t = thread::thread_idx_x();
    let mut i = 0;
    loop {
        if i > t / 8 {
            break;
        }
        i += 1;
        thread::sync_threads();
    }
    *y.add(t as usize) = i;
}
