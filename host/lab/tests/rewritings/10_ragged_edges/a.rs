//! Tiles of 8, guards in place, other names and conditions the other way round.

use cuda_std::prelude::*;
use cuda_std::shared_array;

const TILE: usize = 8;

#[kernel]
pub unsafe fn matmul(a: *const f32, b: *const f32, c: *mut f32, m: u32, n: u32, k: u32) {
    let left = shared_array![f32; TILE * TILE];
    let right = shared_array![f32; TILE * TILE];
    let x = thread::thread_idx_x();
    let y = thread::thread_idx_y();
    let i = thread::block_idx_y() * TILE as u32 + y;
    let j = thread::block_idx_x() * TILE as u32 + x;
    let here = y as usize * TILE + x as usize;
    let has_row = m > i;
    let has_col = n > j;

    let mut dot = 0.0;
    for step in 0..k.div_ceil(TILE as u32) {
        let along = step * TILE as u32;
        let mut word = 0.0;
        if has_row && k > along + x {
            word = *a.add((i * k + along + x) as usize);
        }
        *left.add(here) = word;
        word = 0.0;
        if has_col && k > along + y {
            word = *b.add(((along + y) * n + j) as usize);
        }
        *right.add(here) = word;
        thread::sync_threads();
        for d in 0..TILE {
            dot += *left.add(y as usize * TILE + d) * *right.add(d * TILE + x as usize);
        }
        thread::sync_threads();
    }
    if !has_row || !has_col {
        return;
    }
    *c.add((i * n + j) as usize) = dot;
}
