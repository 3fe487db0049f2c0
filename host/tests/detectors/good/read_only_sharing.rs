// expect: nothing
// block: 64 grid: 3 buffers: 64 192
// All threads of all blocks read the same words.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn sum_for_all(x: &[u32], y: *mut u32) {
    let mut sum = x[0];
    for i in 0..x.len() {
        sum += x[i];
    }
    *y.add(thread::index_1d() as usize) = sum;
}
