//! Two columns of two results: tiles of 32, where the block of 32 x 8 threads is
//! numbered anew as 16 x 16.

use cuda_std::prelude::*;
use cuda_std::shared_array;

pub const TILE: usize = 32;
pub const RESULTS: usize = 4;
const HALF: usize = TILE / 2;
const THREADS: usize = TILE * TILE / RESULTS;

#[kernel]
pub unsafe fn matmul(a: *const f32, b: *const f32, c: *mut f32, m: u32, n: u32, k: u32) {
    let tile_a = shared_array![f32; TILE * (TILE + 16)];
    let tile_b = shared_array![f32; TILE * TILE];
    let t = thread::thread_idx_y() as usize * TILE + thread::thread_idx_x() as usize;
    let first_row = thread::block_idx_y() as usize * TILE;
    let first_col = thread::block_idx_x() as usize * TILE;
    let (x, y) = (t % HALF, t / HALF);
    let (m, n, k) = (m as usize, n as usize, k as usize);

    let (mut s00, mut s01, mut s10, mut s11) = (0.0, 0.0, 0.0, 0.0);
    for first in (0..k).step_by(TILE) {
        for f in 0..RESULTS {
            let row = (f * THREADS + t) / TILE;
            let col = (f * THREADS + t) % TILE;
            *tile_a.add(row * (TILE + 16) + col) = element(a, first_row + row, first + col, m, k);
            *tile_b.add(row * TILE + col) = element(b, first + row, first_col + col, k, n);
        }
        thread::sync_threads();
        for i in 0..TILE {
            let a0 = *tile_a.add(y * (TILE + 16) + i);
            let a1 = *tile_a.add((y + HALF) * (TILE + 16) + i);
            let b0 = *tile_b.add(i * TILE + x);
            let b1 = *tile_b.add(i * TILE + x + HALF);
            s00 += a0 * b0;
            s01 += a0 * b1;
            s10 += a1 * b0;
            s11 += a1 * b1;
        }
        thread::sync_threads();
    }
    put(c, first_row + y, first_col + x, m, n, s00);
    put(c, first_row + y, first_col + x + HALF, m, n, s01);
    put(c, first_row + y + HALF, first_col + x, m, n, s10);
    put(c, first_row + y + HALF, first_col + x + HALF, m, n, s11);
}

unsafe fn put(c: *mut f32, row: usize, col: usize, m: usize, n: usize, value: f32) {
    if row < m && col < n {
        *c.add(row * n + col) = value;
    }
}

unsafe fn element(from: *const f32, row: usize, col: usize, rows: usize, cols: usize) -> f32 {
    if row < rows && col < cols { *from.add(row * cols + col) } else { 0.0 }
}
