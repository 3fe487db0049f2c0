// expect: nothing
// grid: 1  block: 64  buffers: 64 64
// All bins are set to zero first.

use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn main_kernel(input: &[u32], output: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let bins = shared_array![u32; 32];
    if t < 32 {
        *bins.add(t) = 0;
    }
    thread::sync_threads();
    *output.add(t) = *bins.add(t / 2) + input[t];
}
