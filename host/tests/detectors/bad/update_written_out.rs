// expect: race 9
// block: 32 grid: 1 buffers: 128 4
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn count(x: &[u32], counts: *mut u32) {
    let i = thread::index_1d() as usize;
    let b = (x[i] % 4) as usize;
    *counts.add(b) = *counts.add(b) + x[i];
}
