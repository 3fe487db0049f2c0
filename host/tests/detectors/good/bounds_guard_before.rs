// expect: nothing
// grid: 1  block: 64  buffers: 50 64
// The test comes before the read, in one condition.

use cuda_std::prelude::*;

#[kernel]
pub unsafe fn main_kernel(input: &[u32], output: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    if t < input.len() && input[t] > 5 {
        *output.add(t) = 1;
    }
}
