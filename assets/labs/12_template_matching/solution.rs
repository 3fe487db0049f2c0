//! Template matching: for every place in an image, the sum of the pixels that a
//! template of zeros and ones lets through.

use cuda_std::prelude::*;
use cuda_std::shared_array;

/// Side of the template.
pub const TEMPLATE: usize = 5;

/// Threads per block, x.
pub const BLOCK_X: usize = 16;

/// Threads per block, y.
pub const BLOCK_Y: usize = 8;

/// Columns of the image that the windows of a block cover.
pub const TILE_X: usize = BLOCK_X + TEMPLATE - 1;

/// Rows of the image that the windows of a block cover.
pub const TILE_Y: usize = BLOCK_Y + TEMPLATE - 1;

/// The block fetches the union of its windows once.
#[kernel]
pub unsafe fn template_match(
    image: *const f32,
    mask: *const u32,
    output: *mut f32,
    width: u32,
    height: u32,
) {
    let tile = shared_array![f32; TILE_X * TILE_Y];
    let tx = thread::thread_idx_x() as usize;
    let ty = thread::thread_idx_y() as usize;
    let first_x = thread::block_idx_x() as usize * BLOCK_X;
    let first_y = thread::block_idx_y() as usize * BLOCK_Y;
    let (width, height) = (width as usize, height as usize);
    let cols = width + TEMPLATE - 1;
    let rows = height + TEMPLATE - 1;

    // All threads together walk over the tile, which has more words than they are.
    let mut word = ty * BLOCK_X + tx;
    while word < TILE_X * TILE_Y {
        let x = first_x + word % TILE_X;
        let y = first_y + word / TILE_X;
        if x < cols && y < rows {
            *tile.add(word) = *image.add(y * cols + x);
        }
        word += BLOCK_X * BLOCK_Y;
    }
    thread::sync_threads();

    if first_x + tx < width && first_y + ty < height {
        let mut sum = 0.0;
        for i in 0..TEMPLATE {
            for j in 0..TEMPLATE {
                if *mask.add(i * TEMPLATE + j) != 0 {
                    sum += *tile.add((ty + i) * TILE_X + tx + j);
                }
            }
        }
        *output.add((first_y + ty) * width + first_x + tx) = sum;
    }
}
