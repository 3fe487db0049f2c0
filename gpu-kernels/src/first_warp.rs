//! The first kernel: vector addition in blocks of one warp.

use cuda_std::prelude::*;

/// Threads per block: as many as a warp has lanes.
pub const BLOCK: usize = 32;

/// `c = a + b`.
#[kernel]
pub unsafe fn first_warp(a: &[f32], b: &[f32], c: *mut f32) {
    let i = thread::index_1d() as usize;
    // There may be more threads than elements.
    if i < a.len() {
        let sum = a[i] + b[i];
        *c.add(i) = sum;
    }
}
