//! Matrix transpose: rows are read, columns are written, and only one of the
//! two can follow memory's order, unless shared memory turns the tile.

use cuda_std::prelude::*;
use cuda_std::shared_array;

/// Side of the tile that a block transposes.
pub const TILE: usize = 32;

/// Rows of threads in a block; each thread moves `TILE / BLOCK_ROWS` elements.
pub const BLOCK_ROWS: usize = 4;

/// Reads along rows, writes down columns: the writes of a warp lie a whole
/// column apart.
#[kernel]
pub unsafe fn transpose_naive(input: *const f32, output: *mut f32, rows: u32, cols: u32) {
    let x = thread::block_idx_x() as usize * TILE + thread::thread_idx_x() as usize;
    let y = thread::block_idx_y() as usize * TILE + thread::thread_idx_y() as usize;
    let rows = rows as usize;
    let cols = cols as usize;
    for k in (0..TILE).step_by(BLOCK_ROWS) {
        if x < cols && y + k < rows {
            *output.add(x * rows + y + k) = *input.add((y + k) * cols + x);
        }
    }
}

/// The tile is turned in shared memory, so that both reads and writes follow
/// memory's order. Its columns, though, all lie in one bank.
#[kernel]
pub unsafe fn transpose_tiled(input: *const f32, output: *mut f32, rows: u32, cols: u32) {
    let tile = shared_array![f32; TILE * TILE];
    let tx = thread::thread_idx_x() as usize;
    let ty = thread::thread_idx_y() as usize;
    let first_col = thread::block_idx_x() as usize * TILE;
    let first_row = thread::block_idx_y() as usize * TILE;
    let rows = rows as usize;
    let cols = cols as usize;

    for k in (0..TILE).step_by(BLOCK_ROWS) {
        if first_col + tx < cols && first_row + ty + k < rows {
            *tile.add((ty + k) * TILE + tx) =
                *input.add((first_row + ty + k) * cols + first_col + tx);
        }
    }
    thread::sync_threads();

    for k in (0..TILE).step_by(BLOCK_ROWS) {
        if first_row + tx < rows && first_col + ty + k < cols {
            *output.add((first_col + ty + k) * rows + first_row + tx) =
                *tile.add(tx * TILE + ty + k);
        }
    }
}

/// Words from one row of the padded tile to the next: one more than it needs,
/// which moves each row on by a bank.
pub const PITCH: usize = TILE + 1;

/// One word of padding per row spreads a column over all banks.
#[kernel]
pub unsafe fn transpose_padded(input: *const f32, output: *mut f32, rows: u32, cols: u32) {
    let tile = shared_array![f32; TILE * PITCH];
    let tx = thread::thread_idx_x() as usize;
    let ty = thread::thread_idx_y() as usize;
    let first_col = thread::block_idx_x() as usize * TILE;
    let first_row = thread::block_idx_y() as usize * TILE;
    let rows = rows as usize;
    let cols = cols as usize;

    for k in (0..TILE).step_by(BLOCK_ROWS) {
        if first_col + tx < cols && first_row + ty + k < rows {
            *tile.add((ty + k) * PITCH + tx) =
                *input.add((first_row + ty + k) * cols + first_col + tx);
        }
    }
    thread::sync_threads();

    for k in (0..TILE).step_by(BLOCK_ROWS) {
        if first_row + tx < rows && first_col + ty + k < cols {
            *output.add((first_col + ty + k) * rows + first_row + tx) =
                *tile.add(tx * PITCH + ty + k);
        }
    }
}
