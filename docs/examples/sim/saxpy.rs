//! y becomes a x + y, one element for each thread.

use cuda_std::prelude::*;

#[kernel]
pub unsafe fn saxpy(a: f32, x: &[f32], y: *mut f32, n: usize) {
    let i = thread::index_1d() as usize;
    if i < n {
        *y.add(i) += a * x[i];
    }
}
