// expect: uninit 16
// grid: 1  block: 64  buffers: 64 64
// Only the first half of the bins is set to zero.

use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn main_kernel(input: &[u32], output: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let bins = shared_array![u32; 32];
    if t < 16 {
        *bins.add(t) = 0;
    }
    thread::sync_threads();
    *output.add(t) = *bins.add(t / 2) + input[t];
}
