// expect: bounds 10
// block: 32 grid: 1 buffers: 64 64
// There is memory behind the part, and what is read belongs to the next one.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(x: &[u32], y: *mut u32) {
    let i = thread::index_1d() as usize;
    let part = &x[i..i + 4];
    *y.add(i) = part[x[i + 3] as usize % 5];
}
