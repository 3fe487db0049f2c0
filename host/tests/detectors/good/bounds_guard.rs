// expect: nothing
// grid: 1  block: 64  buffers: 50 64
// The test comes first.

use cuda_std::prelude::*;

#[kernel]
pub unsafe fn main_kernel(input: &[u32], output: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let n = input.len();
    *output.add(t) = if t < n { input[t] } else { 0 };
}
