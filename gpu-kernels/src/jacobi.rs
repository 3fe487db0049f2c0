//! Jacobi iteration: every inner cell becomes the mean of its four neighbours;
//! the cells on the border keep their values. One launch is one sweep.

use cuda_std::prelude::*;
use cuda_std::shared_array;

/// Sweeps that make up the problem.
pub const SWEEPS: usize = 10;

/// Threads per block, x.
pub const BLOCK_X: usize = 32;

/// Threads per block, y.
pub const BLOCK_Y: usize = 8;

/// Every thread reads its four neighbours from global memory.
#[kernel]
pub unsafe fn jacobi_global(input: *const f32, output: *mut f32, rows: u32, cols: u32) {
    let x = thread::block_idx_x() as usize * BLOCK_X + thread::thread_idx_x() as usize;
    let y = thread::block_idx_y() as usize * BLOCK_Y + thread::thread_idx_y() as usize;
    let rows = rows as usize;
    let cols = cols as usize;
    if x >= cols || y >= rows {
        return;
    }
    let i = y * cols + x;
    if x == 0 || y == 0 || x == cols - 1 || y == rows - 1 {
        *output.add(i) = *input.add(i);
    } else {
        let above = *input.add(i - cols);
        let below = *input.add(i + cols);
        let left = *input.add(i - 1);
        let right = *input.add(i + 1);
        *output.add(i) = 0.25 * (above + below + left + right);
    }
}

/// Columns of the tile: the block's and one more on either side.
pub const TILE_X: usize = BLOCK_X + 2;

/// Rows of the tile: the block's and one more above and below.
pub const TILE_Y: usize = BLOCK_Y + 2;

/// The block fetches its cells and the frame around them once; neighbours are
/// then read from shared memory.
#[kernel]
pub unsafe fn jacobi_shared(input: *const f32, output: *mut f32, rows: u32, cols: u32) {
    let tile = shared_array![f32; TILE_X * TILE_Y];
    let tx = thread::thread_idx_x() as usize;
    let ty = thread::thread_idx_y() as usize;
    let x = thread::block_idx_x() as usize * BLOCK_X + tx;
    let y = thread::block_idx_y() as usize * BLOCK_Y + ty;
    let rows = rows as usize;
    let cols = cols as usize;
    let inside = x < cols && y < rows;
    let i = y * cols + x;
    let cell = (ty + 1) * TILE_X + tx + 1;

    if inside {
        *tile.add(cell) = *input.add(i);
        // Threads along the block's edges also fetch the frame.
        if tx == 0 && x > 0 {
            *tile.add(cell - 1) = *input.add(i - 1);
        }
        if tx == BLOCK_X - 1 && x + 1 < cols {
            *tile.add(cell + 1) = *input.add(i + 1);
        }
        if ty == 0 && y > 0 {
            *tile.add(cell - TILE_X) = *input.add(i - cols);
        }
        if ty == BLOCK_Y - 1 && y + 1 < rows {
            *tile.add(cell + TILE_X) = *input.add(i + cols);
        }
    }
    thread::sync_threads();

    if inside {
        if x == 0 || y == 0 || x == cols - 1 || y == rows - 1 {
            *output.add(i) = *tile.add(cell);
        } else {
            let above = *tile.add(cell - TILE_X);
            let below = *tile.add(cell + TILE_X);
            let left = *tile.add(cell - 1);
            let right = *tile.add(cell + 1);
            *output.add(i) = 0.25 * (above + below + left + right);
        }
    }
}
