//! No zeros: the loop over the tile ends where `k` does, and the tiles keep what
//! is not needed.

use cuda_std::prelude::*;
use cuda_std::shared_array;

pub const TILE: usize = 32;

#[kernel]
pub unsafe fn matmul(a: *const f32, b: *const f32, c: *mut f32, m: u32, n: u32, k: u32) {
    let tile_a = shared_array![f32; TILE * TILE];
    let tile_b = shared_array![f32; TILE * TILE];
    let tx = thread::thread_idx_x() as usize;
    let ty = thread::thread_idx_y() as usize;
    let row = thread::block_idx_y() as usize * TILE + ty;
    let col = thread::block_idx_x() as usize * TILE + tx;
    let (m, n, k) = (m as usize, n as usize, k as usize);
    let inside = row < m && col < n;

    let mut sum = 0.0;
    for first in (0..k).step_by(TILE) {
        let depth = TILE.min(k - first);
        if row < m && tx < depth {
            *tile_a.add(ty * TILE + tx) = *a.add(row * k + first + tx);
        }
        if col < n && ty < depth {
            *tile_b.add(ty * TILE + tx) = *b.add((first + ty) * n + col);
        }
        thread::sync_threads();
        if inside {
            for i in 0..depth {
                sum += *tile_a.add(ty * TILE + i) * *tile_b.add(i * TILE + tx);
            }
        }
        thread::sync_threads();
    }
    if inside {
        *c.add(row * n + col) = sum;
    }
}
