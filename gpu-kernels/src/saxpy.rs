//! Scaled vector addition, the "hello, world" of linear algebra libraries.

use cuda_std::prelude::*;

/// Threads per block.
pub const BLOCK: usize = 256;

/// `y = a * x + y`, in place.
#[kernel]
pub unsafe fn saxpy(a: f32, x: &[f32], y: *mut f32) {
    let i = thread::index_1d() as usize;
    if i < x.len() {
        *y.add(i) += a * x[i];
    }
}
