//! Matrix multiply: `c = a * b`, with `a` of `m` rows and `k` columns and `b` of
//! `k` rows and `n` columns. All sides are multiples of 32.

use cuda_std::prelude::*;

/// Threads along either side of a block.
pub const TILE: usize = 16;

/// One thread per result. It fetches a row of `a` and a column of `b` for itself.
#[kernel]
pub unsafe fn matmul(a: *const f32, b: *const f32, c: *mut f32, m: u32, n: u32, k: u32) {
    let row = thread::block_idx_y() as usize * TILE + thread::thread_idx_y() as usize;
    let col = thread::block_idx_x() as usize * TILE + thread::thread_idx_x() as usize;
    let (n, k) = (n as usize, k as usize);

    let mut sum = 0.0;
    for i in 0..k {
        sum += *a.add(row * k + i) * *b.add(i * n + col);
    }
    *c.add(row * n + col) = sum;
}
