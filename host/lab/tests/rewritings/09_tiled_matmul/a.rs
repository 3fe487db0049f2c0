//! Renamed, with tiles of 8 and the tiles as arrays of rows.

use cuda_std::prelude::*;
use cuda_std::shared_array;

const TILE: usize = 8;

#[kernel]
pub unsafe fn matmul(a: *const f32, b: *const f32, c: *mut f32, m: u32, n: u32, k: u32) {
    let left = shared_array![[f32; TILE]; TILE];
    let right = shared_array![[f32; TILE]; TILE];
    let x = thread::thread_idx_x() as usize;
    let y = thread::thread_idx_y() as usize;
    let width = n as usize;
    let depth = k as usize;
    let i = y + TILE * thread::block_idx_y() as usize;
    let j = x + TILE * thread::block_idx_x() as usize;
    let mut dot = 0.0f32;
    for step in 0..depth / TILE {
        (*left.add(y))[x] = *a.add(i * depth + step * TILE + x);
        (*right.add(y))[x] = *b.add((step * TILE + y) * width + j);
        thread::sync_threads();
        for d in 0..TILE {
            dot += (*left.add(y))[d] * (*right.add(d))[x];
        }
        thread::sync_threads();
    }
    *c.add(i * width + j) = dot;
}
