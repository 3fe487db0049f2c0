// expect: nothing
// block: 1 grid: 1 buffers: 40 1
// A loop that stops before the length.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn sum(x: &[u32], y: *mut u32) {
    let mut sum = 0;
    for i in 0..x.len() {
        sum += x[i];
    }
    *y = sum;
}
