//! Matrix multiply: `c = a * b`, with `a` of `m` rows and `k` columns and `b` of
//! `k` rows and `n` columns, of any size.

use cuda_std::prelude::*;
use cuda_std::shared_array;

/// Side of the tiles, and threads along either side of a block.
pub const TILE: usize = 16;

/// Right only where all sides are multiples of `TILE`.
#[kernel]
pub unsafe fn matmul(a: *const f32, b: *const f32, c: *mut f32, m: u32, n: u32, k: u32) {
    let tile_a = shared_array![f32; TILE * TILE];
    let tile_b = shared_array![f32; TILE * TILE];
    let tx = thread::thread_idx_x() as usize;
    let ty = thread::thread_idx_y() as usize;
    let row = thread::block_idx_y() as usize * TILE + ty;
    let col = thread::block_idx_x() as usize * TILE + tx;
    let (m, n, k) = (m as usize, n as usize, k as usize);

    let mut sum = 0.0;
    let mut first = 0;
    while first < k {
        *tile_a.add(ty * TILE + tx) = *a.add(row * k + first + tx);
        *tile_b.add(ty * TILE + tx) = *b.add((first + ty) * n + col);
        thread::sync_threads();

        for i in 0..TILE {
            sum += *tile_a.add(ty * TILE + i) * *tile_b.add(i * TILE + tx);
        }
        thread::sync_threads();
        first += TILE;
    }
    *c.add(row * n + col) = sum;
}
