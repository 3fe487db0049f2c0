//! Vector addition: one thread per element.

use cuda_std::prelude::*;

/// Threads per block.
pub const BLOCK: usize = 256;

/// `c = a + b`.
#[kernel]
pub unsafe fn vecadd(a: &[f32], b: &[f32], c: *mut f32) {
    let i = thread::index_1d() as usize;
    // The last block may reach past the end.
    if i < a.len() {
        *c.add(i) = a[i] + b[i];
    }
}
