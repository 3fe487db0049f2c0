// expect: bounds 7
// block: 32 grid: 2 buffers: 64 64
// A part of a slice has fewer elements than the slice.
use cuda_std::prelude::*;

unsafe fn element(part: &[u32], i: usize) -> u32 {
    part[i]
}

#[kernel]
pub unsafe fn upper_half(x: &[u32], y: *mut u32) {
    let i = thread::index_1d() as usize;
    *y.add(i) = element(&x[32..], i);
}
