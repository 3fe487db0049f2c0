//! Matrix multiply: `c = a * b`, with `a` of `m` rows and `k` columns and `b` of
//! `k` rows and `n` columns, of any size.

use cuda_std::prelude::*;
use cuda_std::shared_array;

/// Side of the tiles, and threads of a block along x.
pub const TILE: usize = 16;

/// Results per thread; a block has `TILE / RESULTS` threads along y.
pub const RESULTS: usize = 4;

/// Rows of threads. A thread's results, and what it fetches, lie so far apart.
pub const ROWS: usize = TILE / RESULTS;

/// A word of `b` is read from shared memory once and used for `RESULTS` results.
#[kernel]
pub unsafe fn matmul(a: *const f32, b: *const f32, c: *mut f32, m: u32, n: u32, k: u32) {
    let tile_a = shared_array![f32; TILE * TILE];
    let tile_b = shared_array![f32; TILE * TILE];
    let tx = thread::thread_idx_x() as usize;
    let ty = thread::thread_idx_y() as usize;
    let first_row = thread::block_idx_y() as usize * TILE;
    let col = thread::block_idx_x() as usize * TILE + tx;
    let (m, n, k) = (m as usize, n as usize, k as usize);

    let mut sums = [0.0; RESULTS];
    let mut first = 0;
    while first < k {
        for r in 0..RESULTS {
            let y = ty + r * ROWS;
            *tile_a.add(y * TILE + tx) = element(a, first_row + y, first + tx, m, k);
            *tile_b.add(y * TILE + tx) = element(b, first + y, col, k, n);
        }
        thread::sync_threads();

        for i in 0..TILE {
            let right = *tile_b.add(i * TILE + tx);
            for r in 0..RESULTS {
                sums[r] += *tile_a.add((ty + r * ROWS) * TILE + i) * right;
            }
        }
        thread::sync_threads();
        first += TILE;
    }
    for r in 0..RESULTS {
        let row = first_row + ty + r * ROWS;
        if row < m && col < n {
            *c.add(row * n + col) = sums[r];
        }
    }
}

/// An element of a matrix, or zero outside it.
unsafe fn element(matrix: *const f32, row: usize, col: usize, rows: usize, cols: usize) -> f32 {
    if row < rows && col < cols {
        *matrix.add(row * cols + col)
    } else {
        0.0
    }
}
