// expect: bounds 7
// block: 32 grid: 1 buffers: 64 64
// The helper knows the part alone.
use cuda_std::prelude::*;

fn third(part: &[u32]) -> u32 {
    part[2]
}

#[kernel]
pub unsafe fn k(x: &[u32], y: *mut u32) {
    let i = thread::index_1d() as usize;
    *y.add(i) = third(&x[i..i + 2 + i % 2]);
}
