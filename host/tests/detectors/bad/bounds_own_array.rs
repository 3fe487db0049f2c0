// expect: bounds 12
// grid: 1  block: 64  buffers: 64 64
// The last turn is one too many.

use cuda_std::prelude::*;

#[kernel]
pub unsafe fn main_kernel(input: &[u32], output: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let mut last = [0u32; 8];
    for i in 0..9 {
        last[i] = t as u32 + i as u32;
    }
    *output.add(t) = last[t % 8] + input[t];
}
