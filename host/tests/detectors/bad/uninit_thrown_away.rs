// expect: uninit 16
// grid: 1  block: 64  buffers: 64 64
// What nobody has written is read, and holds anything, even if it is thrown away.

use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn main_kernel(input: &[u32], output: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let tile = shared_array![u32; 64];
    if t < 32 {
        *tile.add(t) = input[t];
    }
    thread::sync_threads();
    let x = *tile.add(t);
    *output.add(t) = if t < 32 { x } else { 0 };
}
