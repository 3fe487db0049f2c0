// expect: race 9 9
// block: 64 grid: 3 buffers: 192 1
// Thread 0 of each block adds to the same word.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn sum_of_firsts(x: &[u32], sum: *mut u32) {
    if thread::thread_idx_x() == 0 {
        *sum += x[thread::index_1d() as usize];
    }
}
