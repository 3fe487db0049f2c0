// expect: race 9
// block: 33 grid: 1 buffers: 66 2
// A sum of 64 bits.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn sum(x: &[u64], sum: *mut u64) {
    let t = thread::thread_idx_x() as usize;
    *sum = (*sum).wrapping_add(x[t]);
}
