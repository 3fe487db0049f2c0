//! Matrix transpose: rows are read, columns are written, and only one of the
//! two can follow memory's order, unless shared memory turns the tile.

use cuda_std::prelude::*;

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
