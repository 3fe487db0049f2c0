//! Another order: `b` first, the loop over the tile backwards, blocks of 1024.

use cuda_std::prelude::*;
use cuda_std::shared_array;

pub const TILE: usize = 32;

#[kernel]
pub unsafe fn matmul(a: *const f32, b: *const f32, c: *mut f32, m: u32, n: u32, k: u32) {
    let tile_b = shared_array![f32; TILE * TILE];
    let tile_a = shared_array![f32; TILE * TILE];
    let tx = thread::thread_idx_x() as usize;
    let ty = thread::thread_idx_y() as usize;
    let (n, k) = (n as usize, k as usize);
    let out = thread::index_2d().y as usize * n + thread::index_2d().x as usize;
    let mut from_a = a.add((thread::block_idx_y() as usize * TILE + ty) * k + tx);
    let mut from_b = b.add(ty * n + thread::block_idx_x() as usize * TILE + tx);

    *c.add(out) = 0.0;
    for _ in (0..k).step_by(TILE) {
        thread::sync_threads();
        *tile_b.add(ty * TILE + tx) = *from_b;
        *tile_a.add(ty * TILE + tx) = *from_a;
        from_a = from_a.add(TILE);
        from_b = from_b.add(TILE * n);
        thread::sync_threads();
        let mut part = 0.0;
        let mut i = TILE;
        while i > 0 {
            i -= 1;
            part += *tile_b.add(i * TILE + tx) * *tile_a.add(ty * TILE + i);
        }
        *c.add(out) += part;
    }
}
