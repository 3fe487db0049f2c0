// Written by `UPDATE_SNAPSHOTS=1 cargo test -p warpbench-derive` from naive/transpose.rs.

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
///
/// Coalesced: the block moves `output` between global and shared memory side by side, and each
/// thread works on its part there. It is launched with blocks of 32 × 4 threads.
/// It takes for granted that `output` overlaps with no other array.
#[kernel]
pub unsafe fn transpose_naive(input: *const f32, output: *mut f32, rows: u32, cols: u32) {
    // Words from one row of a tile to the next: one more spreads a column over all banks.
    const PITCH: usize = TILE + 1;
    let output_tile = shared_array![f32; TILE * PITCH];
    let tx = thread::thread_idx_x() as usize;
    let ty = thread::thread_idx_y() as usize;
    let t = ty * TILE + tx;
    let x = thread::block_idx_x() as usize * TILE + thread::thread_idx_x() as usize;
    let x_first = thread::block_idx_x() as usize * TILE;
    let y = thread::block_idx_y() as usize * TILE + thread::thread_idx_y() as usize;
    let y_first = y - ty;
    let rows = rows as usize;
    let cols = cols as usize;
    // Each thread works on its own elements of the tile.
    for k in (0..TILE).step_by(BLOCK_ROWS) {
        if x < cols && y + k < rows {
            *output_tile.add(tx * PITCH + ty + k) = *input.add((y + k) * cols + x);
        }
    }
    thread::sync_threads();
    // The block stores a tile of `output` row by row: neighbouring threads take neighbouring
    // elements.
    for r in (t / TILE..TILE).step_by(4) {
        let c = t % TILE;
        let x = x_first + r;
        let y = y_first + c;
        if x < cols && y < rows {
            *output.add(x * rows + y) = *output_tile.add(r * PITCH + c);
        }
    }
}
