//! Two pairs of tiles by turns: one barrier for each step.

use cuda_std::prelude::*;
use cuda_std::shared_array;

pub const TILE: usize = 16;
const WORDS: usize = TILE * TILE;

#[kernel]
pub unsafe fn matmul(a: *const f32, b: *const f32, c: *mut f32, m: u32, n: u32, k: u32) {
    let tiles = shared_array![f32; 4 * WORDS];
    let (tx, ty) = (thread::thread_idx_x() as usize, thread::thread_idx_y() as usize);
    let row = thread::block_idx_y() as usize * TILE + ty;
    let col = thread::block_idx_x() as usize * TILE + tx;
    let (n, k) = (n as usize, k as usize);
    let here = ty * TILE + tx;

    let mut sum = 0.0;
    let mut pair = 0;
    let mut first = 0;
    loop {
        if first >= k {
            break;
        }
        let tile_a = tiles.add(pair * 2 * WORDS);
        let tile_b = tile_a.add(WORDS);
        *tile_a.add(here) = *a.add(row * k + (first + tx));
        *tile_b.add(here) = *b.add((first + ty) * n + col);
        thread::sync_threads();
        for i in 0..TILE {
            sum += *tile_a.add(ty * TILE + i) * *tile_b.add(i * TILE + tx);
        }
        pair = 1 - pair;
        first += TILE;
    }
    *c.add(row * n + col) = sum;
}
