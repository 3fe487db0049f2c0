// expect: bounds 9
// block: 32 grid: 1 buffers: 64 64
// Nothing of the part is read where there is none.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(x: &[u32], y: *mut u32) {
    let i = thread::index_1d() as usize;
    let part = &x[i..i * 3];
    *y.add(i) = part.len() as u32;
}
