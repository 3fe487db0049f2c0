// pattern: Rust CUDA examples, by the Rust CUDA contributors
// expect: nothing
// block: 8 8 grid: 3 2 buffers: 170 340 200 numbers: 10 20 17 1 0
// A tiled product of matrices by columns, with sizes that fill no tile.
use cuda_std::prelude::*;
use cuda_std::shared_array;

const TILE: usize = 8;

#[kernel]
pub unsafe fn gemm(
    a: &[f32],
    b: &[f32],
    c: *mut f32,
    m: usize,
    n: usize,
    k: usize,
    alpha: f32,
    beta: f32,
) {
    let tile_a = shared_array![f32; TILE * TILE];
    let tile_b = shared_array![f32; TILE * TILE];
    let tx = thread::thread_idx_x() as usize;
    let ty = thread::thread_idx_y() as usize;
    let row = thread::block_idx_y() as usize * TILE + ty;
    let col = thread::block_idx_x() as usize * TILE + tx;
    let mut sum = 0.0;
    for first in (0..k).step_by(TILE) {
        let is_in_a = row < m && first + tx < k;
        *tile_a.add(ty * TILE + tx) = if is_in_a { a[row + (first + tx) * m] } else { 0.0 };
        let is_in_b = col < n && first + ty < k;
        *tile_b.add(ty * TILE + tx) = if is_in_b { b[first + ty + col * k] } else { 0.0 };
        thread::sync_threads();
        for i in 0..TILE {
            sum += *tile_a.add(ty * TILE + i) * *tile_b.add(i * TILE + tx);
        }
        thread::sync_threads();
    }
    if row < m && col < n {
        let element = &mut *c.add(row + col * m);
        *element = alpha * sum + beta * *element;
    }
}
