//! Blocks of 32 x 4, zeros outside the image, and a product instead of a branch.

use cuda_std::prelude::*;
use cuda_std::shared_array;

pub const TEMPLATE: usize = 5;
pub const BLOCK_X: usize = 32;
pub const BLOCK_Y: usize = 4;
pub const HALO: usize = TEMPLATE - 1;
pub const TILE_X: usize = BLOCK_X + HALO;
pub const TILE_Y: usize = BLOCK_Y + HALO;
pub const THREADS: usize = BLOCK_X * BLOCK_Y;

#[kernel]
pub unsafe fn template_match(
    image: &[f32],
    mask: &[u32],
    output: *mut f32,
    width: usize,
    height: usize,
) {
    let tile = shared_array![f32; TILE_X * TILE_Y];
    let weights = shared_array![f32; TEMPLATE * TEMPLATE];
    let t = thread::thread_idx_y() as usize * BLOCK_X + thread::thread_idx_x() as usize;
    let corner_x = thread::block_idx_x() as usize * BLOCK_X;
    let corner_y = thread::block_idx_y() as usize * BLOCK_Y;
    if t < mask.len() {
        *weights.add(t) = mask[t] as f32;
    }
    for k in 0..(TILE_X * TILE_Y).div_ceil(THREADS) {
        let word = k * THREADS + t;
        let (x, y) = (corner_x + word % TILE_X, corner_y + word / TILE_X);
        let inside = x < width + HALO && y < height + HALO;
        if word < TILE_X * TILE_Y {
            *tile.add(word) = if inside { image[y * (width + HALO) + x] } else { 0.0 };
        }
    }
    thread::sync_threads();

    let (tx, ty) = (t % BLOCK_X, t / BLOCK_X);
    let mut sum = 0.0;
    let mut j = 0;
    while j < TEMPLATE {
        for i in 0..TEMPLATE {
            sum += *weights.add(i * TEMPLATE + j) * *tile.add((ty + i) * TILE_X + tx + j);
        }
        j += 1;
    }
    if corner_x + tx < width && corner_y + ty < height {
        *output.add((corner_y + ty) * width + corner_x + tx) = sum;
    }
}
