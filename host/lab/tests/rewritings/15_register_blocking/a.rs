//! Tiles of 32 and eight results in rows that follow each other; a warp has one
//! row of threads, so nothing collides.

use cuda_std::prelude::*;
use cuda_std::shared_array;

const TILE: usize = 32;
const RESULTS: usize = 8;

#[kernel]
pub unsafe fn matmul(a: *const f32, b: *const f32, c: *mut f32, m: u32, n: u32, k: u32) {
    let left = shared_array![[f32; TILE]; TILE];
    let right = shared_array![[f32; TILE]; TILE];
    let x = thread::thread_idx_x() as usize;
    let own = thread::thread_idx_y() as usize * RESULTS;
    let top = thread::block_idx_y() as usize * TILE;
    let j = thread::block_idx_x() as usize * TILE + x;
    let (m, n, k) = (m as usize, n as usize, k as usize);

    let mut dots = [0.0f32; RESULTS];
    for from in (0..k).step_by(TILE) {
        for y in own..own + RESULTS {
            let inside = top + y < m && from + x < k;
            (*left.add(y))[x] = if inside { *a.add((top + y) * k + from + x) } else { 0.0 };
        }
        for y in own..own + RESULTS {
            let inside = from + y < k && j < n;
            (*right.add(y))[x] = if inside { *b.add((from + y) * n + j) } else { 0.0 };
        }
        thread::sync_threads();
        for d in 0..TILE {
            let word = (*right.add(d))[x];
            for (r, dot) in dots.iter_mut().enumerate() {
                *dot += (*left.add(own + r))[d] * word;
            }
        }
        thread::sync_threads();
    }
    if j >= n {
        return;
    }
    for (r, dot) in dots.iter().enumerate() {
        if top + own + r < m {
            *c.add((top + own + r) * n + j) = *dot;
        }
    }
}
