// ends
// grid = [1]
// block = [64]
// [[buffer]]
// name = 'longest'
// type = 'u32'
// len = 1
// expect = [118]

use core::sync::atomic::Ordering::Relaxed;
use cuda_std::atomic::mid;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn collatz(longest: *mut u32) {
    let mut n = thread::thread_idx_x() + 34;
    let mut steps = 0;
    while n != 1 {
        n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
        steps += 1;
    }
    mid::atomic_fetch_max_u32_device(longest, Relaxed, steps);
}
