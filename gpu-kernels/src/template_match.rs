//! Template matching: for every place in an image, the sum of the pixels that
//! a mask lets through, scaled and shifted.

use cuda_std::prelude::*;
use cuda_std::shared_array;

/// Side of the square mask.
pub const TEMPLATE: usize = 16;

/// Threads per block, x.
pub const BLOCK_X: usize = 32;

/// Threads per block, y.
pub const BLOCK_Y: usize = 8;

/// Every thread reads its own window of the image from global memory, and its
/// neighbours read almost the same window again.
#[kernel]
pub unsafe fn template_match_naive(
    image: *const f32,
    mask: *const u32,
    output: *mut f32,
    rows: u32,
    cols: u32,
    scale: f32,
    bias: f32,
) {
    let x = thread::block_idx_x() as usize * BLOCK_X + thread::thread_idx_x() as usize;
    let y = thread::block_idx_y() as usize * BLOCK_Y + thread::thread_idx_y() as usize;
    let cols = cols as usize;
    // The window must lie inside the image.
    let places_x = cols - TEMPLATE + 1;
    let places_y = rows as usize - TEMPLATE + 1;
    if x >= places_x || y >= places_y {
        return;
    }

    let mut sum = 0.0;
    for i in 0..TEMPLATE {
        for j in 0..TEMPLATE {
            if *mask.add(i * TEMPLATE + j) != 0 {
                sum += *image.add((y + i) * cols + x + j);
            }
        }
    }
    *output.add(y * places_x + x) = sum * scale - bias;
}

/// Columns of the image that the windows of a block cover.
pub const TILE_X: usize = BLOCK_X + TEMPLATE - 1;

/// Rows of the image that the windows of a block cover.
pub const TILE_Y: usize = BLOCK_Y + TEMPLATE - 1;

/// The block fetches the union of its windows once, and the mask, and works
/// from shared memory.
#[kernel]
pub unsafe fn template_match_tiled(
    image: *const f32,
    mask: *const u32,
    output: *mut f32,
    rows: u32,
    cols: u32,
    scale: f32,
    bias: f32,
) {
    let tile = shared_array![f32; TILE_X * TILE_Y];
    let mask_copy = shared_array![u32; TEMPLATE * TEMPLATE];
    let tx = thread::thread_idx_x() as usize;
    let ty = thread::thread_idx_y() as usize;
    let first_x = thread::block_idx_x() as usize * BLOCK_X;
    let first_y = thread::block_idx_y() as usize * BLOCK_Y;
    let rows = rows as usize;
    let cols = cols as usize;

    // All threads together walk over the tile, then over the mask.
    let t = ty * BLOCK_X + tx;
    let mut k = t;
    while k < TILE_X * TILE_Y {
        let x = first_x + k % TILE_X;
        let y = first_y + k / TILE_X;
        if x < cols && y < rows {
            *tile.add(k) = *image.add(y * cols + x);
        }
        k += BLOCK_X * BLOCK_Y;
    }
    let mut k = t;
    while k < TEMPLATE * TEMPLATE {
        *mask_copy.add(k) = *mask.add(k);
        k += BLOCK_X * BLOCK_Y;
    }
    thread::sync_threads();

    let places_x = cols - TEMPLATE + 1;
    let places_y = rows - TEMPLATE + 1;
    if first_x + tx >= places_x || first_y + ty >= places_y {
        return;
    }
    let mut sum = 0.0;
    for i in 0..TEMPLATE {
        for j in 0..TEMPLATE {
            if *mask_copy.add(i * TEMPLATE + j) != 0 {
                sum += *tile.add((ty + i) * TILE_X + tx + j);
            }
        }
    }
    *output.add((first_y + ty) * places_x + first_x + tx) = sum * scale - bias;
}
