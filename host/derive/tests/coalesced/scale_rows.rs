// Written by `UPDATE_SNAPSHOTS=1 cargo test -p warpbench-derive` from naive/scale_rows.rs.

//! Row scaling, after CUDA-lite: each thread multiplies one row of a matrix by
//! a factor of its own, the row's number.

use cuda_std::prelude::*;
use cuda_std::shared_array;

/// Each thread walks along its row: at every step the threads of a warp stand
/// in the same column of different rows, a whole row apart in memory.
///
/// Coalesced: the block moves `input` and `output` between global and shared memory side by side,
/// and each thread works on its part there. It is launched with blocks of 32 threads.
/// It takes for granted that `output` overlaps with no other array.
#[kernel]
pub unsafe fn scale_rows_naive(input: *const f32, output: *mut f32, rows: u32, cols: u32) {
    // Columns of a tile.
    const TILE: usize = 32;
    // Words from one row of a tile to the next: one more spreads a column over all banks.
    const PITCH: usize = TILE + 1;
    let input_tile = shared_array![f32; TILE * PITCH];
    let output_tile = shared_array![f32; TILE * PITCH];
    let t = thread::thread_idx_x() as usize;
    let row = thread::index_1d() as usize;
    let row_first = thread::block_idx_x() as usize * TILE;
    let cols = cols as usize;
    // Line 12: threads outside still help with transfers and meet at barriers, but compute nothing.
    let is_inside = row < rows as usize;
    let factor = row as f32;
    // Line 16: the loop over `col`, in pieces of 32 turns.
    for col_first in (0..cols).step_by(TILE) {
        // The block fetches a tile of `input` row by row: neighbouring threads take neighbouring
        // elements.
        for k in 0..TILE {
            let row = row_first + k;
            let col = col_first + t;
            if row < rows as usize && col < cols {
                *input_tile.add(k * PITCH + t) = *input.add(row * cols + col);
            }
        }
        thread::sync_threads();
        // Each thread works along its own row of the tile.
        if is_inside {
            for col in col_first..(col_first + TILE).min(cols) {
                let c = col - col_first;
                *output_tile.add(t * PITCH + c) = *input_tile.add(t * PITCH + c) * factor;
            }
        }
        thread::sync_threads();
        // The block stores a tile of `output` row by row: neighbouring threads take neighbouring
        // elements.
        for k in 0..TILE {
            let row = row_first + k;
            let col = col_first + t;
            if row < rows as usize && col < cols {
                *output.add(row * cols + col) = *output_tile.add(k * PITCH + t);
            }
        }
    }
}
