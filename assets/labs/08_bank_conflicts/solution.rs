//! Matrix transpose: a tile is read by rows, turned in shared memory and written by
//! rows.

use cuda_std::prelude::*;
use cuda_std::shared_array;

/// Side of the tile that a block transposes.
const TILE: usize = 32;

/// Rows of threads in a block; each thread moves `TILE / BLOCK_ROWS` elements.
const BLOCK_ROWS: usize = 8;

/// Words from one row of the tile to the next: one more than it needs, which moves
/// each row on by a bank.
const PITCH: usize = TILE + 1;

/// `output[col][row] = input[row][col]`.
#[kernel]
pub unsafe fn transpose(input: *const f32, output: *mut f32, rows: u32, cols: u32) {
    let tile = shared_array![f32; TILE * PITCH];
    let tx = thread::thread_idx_x() as usize;
    let ty = thread::thread_idx_y() as usize;
    let first_col = thread::block_idx_x() as usize * TILE;
    let first_row = thread::block_idx_y() as usize * TILE;
    let rows = rows as usize;
    let cols = cols as usize;

    // Along a row of the input, into a row of the tile.
    for k in (ty..TILE).step_by(BLOCK_ROWS) {
        let row = first_row + k;
        let col = first_col + tx;
        if row < rows && col < cols {
            *tile.add(k * PITCH + tx) = *input.add(row * cols + col);
        }
    }
    thread::sync_threads();

    // Down a column of the tile, along a row of the output.
    for k in (ty..TILE).step_by(BLOCK_ROWS) {
        let row = first_row + tx;
        let col = first_col + k;
        if row < rows && col < cols {
            *output.add(col * rows + row) = *tile.add(tx * PITCH + k);
        }
    }
}
