//! Eight results of tiles of 16, loops the other way round, guards written out.

use cuda_std::prelude::*;
use cuda_std::shared_array;

pub const TILE: usize = 16;
pub const RESULTS: usize = 8;
pub const ROWS: usize = TILE / RESULTS;

#[kernel]
pub unsafe fn matmul(a: &[f32], b: &[f32], c: *mut f32, m: usize, n: usize, k: usize) {
    let tile_b = shared_array![f32; TILE * TILE];
    let tile_a = shared_array![f32; TILE * TILE];
    let (tx, ty) = (thread::thread_idx_x() as usize, thread::thread_idx_y() as usize);
    let first_row = thread::block_idx_y() as usize * TILE;
    let col = thread::block_idx_x() as usize * TILE + tx;

    let mut sums = [0.0; RESULTS];
    let mut step = 0;
    while step * TILE < k {
        let mut y = ty;
        while y < TILE {
            let depth = step * TILE;
            *tile_b.add(y * TILE + tx) = match (depth + y < k, col < n) {
                (true, true) => b[(depth + y) * n + col],
                _ => 0.0,
            };
            *tile_a.add(y * TILE + tx) = match (first_row + y < m, depth + tx < k) {
                (true, true) => a[(first_row + y) * k + depth + tx],
                _ => 0.0,
            };
            y += ROWS;
        }
        thread::sync_threads();
        let mut i = TILE;
        while i > 0 {
            i -= 1;
            let word = *tile_b.add(i * TILE + tx);
            for r in (0..RESULTS).rev() {
                sums[r] += word * *tile_a.add((r * ROWS + ty) * TILE + i);
            }
        }
        thread::sync_threads();
        step += 1;
    }
    for r in 0..RESULTS {
        let row = first_row + r * ROWS + ty;
        if row < m && col < n {
            *c.add(row * n + col) = sums[r];
        }
    }
}
