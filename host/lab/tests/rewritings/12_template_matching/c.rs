//! The tile in four pieces: the block's own pixels, the right edge, the lower edge
//! and the corner.

use cuda_std::prelude::*;
use cuda_std::shared_array;

pub const TEMPLATE: usize = 5;
pub const BLOCK_X: usize = 16;
pub const BLOCK_Y: usize = 16;
const HALO: usize = TEMPLATE - 1;
const PITCH: usize = BLOCK_X + HALO;

unsafe fn fetch(tile: *mut f32, x: usize, y: usize, image: *const f32, cols: usize, rows: usize) {
    let col = thread::block_idx_x() as usize * BLOCK_X + x;
    let row = thread::block_idx_y() as usize * BLOCK_Y + y;
    if row < rows && col < cols {
        *tile.add(y * PITCH + x) = *image.add(row * cols + col);
    }
}

#[kernel]
pub unsafe fn template_match(
    image: *const f32,
    mask: *const u32,
    output: *mut f32,
    width: u32,
    height: u32,
) {
    let tile = shared_array![f32; PITCH * (BLOCK_Y + HALO)];
    let tx = thread::thread_idx_x() as usize;
    let ty = thread::thread_idx_y() as usize;
    let cols = width as usize + HALO;
    let rows = height as usize + HALO;
    fetch(tile, tx, ty, image, cols, rows);
    if tx < HALO {
        fetch(tile, tx + BLOCK_X, ty, image, cols, rows);
    }
    if ty < HALO {
        fetch(tile, tx, ty + BLOCK_Y, image, cols, rows);
    }
    if tx < HALO && ty < HALO {
        fetch(tile, tx + BLOCK_X, ty + BLOCK_Y, image, cols, rows);
    }
    thread::sync_threads();

    let x = thread::index_2d().x as usize;
    let y = thread::index_2d().y as usize;
    if x >= width as usize || y >= height as usize {
        return;
    }
    let mut sum = 0.0;
    for i in (0..TEMPLATE).rev() {
        for j in 0..TEMPLATE {
            sum += match *mask.add(i * TEMPLATE + j) {
                0 => 0.0,
                _ => *tile.add((ty + i) * PITCH + tx + j),
            };
        }
    }
    *output.add(y * width as usize + x) = sum;
}
