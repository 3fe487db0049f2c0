// expect: nothing
// block: 32 grid: 1 buffers: 64 64
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(x: &[u32], y: *mut u32) {
    let i = thread::index_1d() as usize;
    let part = &x[i..i + 4];
    let last = part.len() - 1;
    *y.add(i) = part[x[i + 3] as usize % 4] + part[last] + part[..3][2] + part[4..].len() as u32;
}
