//! No padding: the words of each row are moved round by the row's number. A whole
//! tile of threads, so that there is no loop.

use cuda_std::prelude::*;
use cuda_std::shared_array;

const TILE: usize = 32;
const BLOCK_ROWS: usize = 32;

/// Where an element of the tile lies.
fn place(row: usize, col: usize) -> usize {
    row * TILE + (row ^ col)
}

#[kernel]
pub unsafe fn transpose(input: *const f32, output: *mut f32, rows: u32, cols: u32) {
    let tile = shared_array![f32; TILE * TILE];
    let tx = thread::thread_idx_x() as usize;
    let ty = thread::thread_idx_y() as usize;
    let first_col = thread::block_idx_x() as usize * TILE;
    let first_row = thread::block_idx_y() as usize * TILE;
    let rows = rows as usize;
    let cols = cols as usize;

    if first_row + ty < rows && first_col + tx < cols {
        *tile.add(place(ty, tx)) = *input.add((first_row + ty) * cols + first_col + tx);
    }
    thread::sync_threads();
    if first_row + tx < rows && first_col + ty < cols {
        *output.add((first_col + ty) * rows + first_row + tx) = *tile.add(place(tx, ty));
    }
}
