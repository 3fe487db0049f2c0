//! Row scaling, after CUDA-lite: each thread multiplies one row of a matrix by
//! a factor of its own, the row's number.

use cuda_std::prelude::*;
use cuda_std::shared_array;

/// Threads per block of [`scale_rows_naive`].
pub const BLOCK: usize = 256;

/// Threads per block of [`scale_rows_tiled`], and the side of its tiles.
pub const TILE: usize = 32;

/// Each thread walks along its row: at every step the threads of a warp stand
/// in the same column of different rows, a whole row apart in memory.
#[kernel]
pub unsafe fn scale_rows_naive(input: *const f32, output: *mut f32, rows: u32, cols: u32) {
    let row = thread::index_1d() as usize;
    let cols = cols as usize;
    if row >= rows as usize {
        return;
    }
    let factor = row as f32;
    for col in 0..cols {
        *output.add(row * cols + col) = *input.add(row * cols + col) * factor;
    }
}

/// The warp fetches a tile row by row, side by side, into shared memory; each
/// thread then works along its own row there; the warp stores the tile as it
/// came. Threads past the last row still help to fetch and store.
#[kernel]
pub unsafe fn scale_rows_tiled(input: *const f32, output: *mut f32, rows: u32, cols: u32) {
    let source = shared_array![f32; TILE * TILE];
    let scaled = shared_array![f32; TILE * TILE];
    let t = thread::thread_idx_x() as usize;
    let first_row = thread::block_idx_x() as usize * TILE;
    let factor = (first_row + t) as f32;
    let rows = rows as usize;
    let cols = cols as usize;

    let mut first_col = 0;
    while first_col < cols {
        // Coalesced loads: thread t takes column t of each row.
        let col = first_col + t;
        for k in 0..TILE {
            if first_row + k < rows && col < cols {
                *source.add(k * TILE + t) = *input.add((first_row + k) * cols + col);
            }
        }
        thread::sync_threads();

        for i in 0..TILE {
            if first_row + t < rows && first_col + i < cols {
                *scaled.add(t * TILE + i) = *source.add(t * TILE + i) * factor;
            }
        }
        thread::sync_threads();

        // Coalesced stores, the same way.
        for k in 0..TILE {
            if first_row + k < rows && col < cols {
                *output.add((first_row + k) * cols + col) = *scaled.add(k * TILE + t);
            }
        }
        thread::sync_threads();
        first_col += TILE;
    }
}
