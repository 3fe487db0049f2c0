// expect: bounds 10
// grid: 1  block: 64  buffers: 50 64
// What is read past the end is not used, but the read itself is undefined.

use cuda_std::prelude::*;

#[kernel]
pub unsafe fn main_kernel(input: &[u32], output: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let x = *input.as_ptr().add(t);
    *output.add(t) = if t < input.len() { x } else { 0 };
}
