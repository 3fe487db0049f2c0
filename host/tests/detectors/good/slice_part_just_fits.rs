// expect: nothing
// block: 32 grid: 1 buffers: 62 64
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(x: &[u32], y: *mut u32) {
    let i = thread::index_1d() as usize;
    let part = &x[i..i * 2];
    *y.add(i) = part.len() as u32 + x[62..].len() as u32 + x[i..i].len() as u32;
}
