// expect: nothing
// block: 64 grid: 1 buffers: 64 budget: 100000
// A long loop that ends.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn collatz(y: *mut u32) {
    let t = thread::thread_idx_x();
    let mut x = t + 1;
    let mut steps = 0;
    while x != 1 && steps < 500 {
        if x % 2 == 0 {
            x /= 2;
        } else {
            x = 3 * x + 1;
        }
        steps += 1;
    }
    *y.add(t as usize) = steps;
}
