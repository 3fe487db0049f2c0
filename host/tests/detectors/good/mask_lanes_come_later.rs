// expect: nothing
// block: 32 grid: 1 buffers: 32 32
// Lanes leave a loop at different times and meet behind it.
use cuda_std::prelude::*;
use cuda_std::warp;

#[kernel]
pub unsafe fn later(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let mut steps = 0;
    let mut n = x[t];
    while n > 1 {
        n /= 2;
        steps += 1;
    }
    *y.add(t) = warp::warp_shuffle_up(u32::MAX, steps, 1, 32).0;
}
