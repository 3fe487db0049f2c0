// expect: race 9 9
// block: 64 grid: 3 buffers: 192 8
// A histogram in global memory without atomics.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn histogram(x: &[u32], bins: *mut u32) {
    let i = thread::index_1d() as usize;
    *bins.add(x[i] as usize % 8) += 1;
}
