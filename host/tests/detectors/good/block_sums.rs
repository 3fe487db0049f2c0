// expect: nothing
// block: 64 grid: 3 buffers: 192 3
// Thread 0 of each block writes to a word of its block.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn sums(x: &[u32], sums: *mut u32) {
    if thread::thread_idx_x() == 0 {
        *sums.add(thread::block_idx_x() as usize) += x[thread::index_1d() as usize];
    }
}
