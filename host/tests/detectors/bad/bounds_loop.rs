// expect: bounds 10
// block: 1 grid: 1 buffers: 40 1
// A loop that runs up to and with the length.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn sum(x: &[u32], y: *mut u32) {
    let mut sum = 0u32;
    for i in 0..=x.len() {
        sum = sum.wrapping_add(x[i]);
    }
    *y = sum;
}
