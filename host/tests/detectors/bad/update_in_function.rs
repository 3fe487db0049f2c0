// expect: race 7
// block: 64 grid: 2 buffers: 128 1
// The update stands in a function, and its caller has no atomic either.
use cuda_std::prelude::*;

unsafe fn accumulate(sum: *mut f32, value: f32) {
    *sum += value;
}

#[kernel]
pub unsafe fn sum(x: &[f32], sum: *mut f32) {
    let i = thread::index_1d() as usize;
    if i < x.len() {
        accumulate(sum, x[i]);
    }
}
