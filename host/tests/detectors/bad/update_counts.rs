// expect: race 9
// block: 64 grid: 2 buffers: 128 8
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn count(x: &[u32], counts: *mut u32) {
    let i = thread::index_1d() as usize;
    let b = (x[i] % 8) as usize;
    *counts.add(b) += 1;
}
