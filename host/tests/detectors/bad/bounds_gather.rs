// expect: bounds 10
// grid: 1  block: 64  buffers: 64 64
// Indices come from a buffer and are not tested.

use cuda_std::prelude::*;

#[kernel]
pub unsafe fn main_kernel(input: &[u32], output: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    *output.add(t) = input[input[t] as usize + 8];
}
