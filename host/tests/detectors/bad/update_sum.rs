// expect: race 9
// block: 64 grid: 2 buffers: 100 1
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn sum(x: &[f32], sum: *mut f32) {
    let i = thread::index_1d() as usize;
    if i < x.len() {
        *sum += x[i];
    }
}
