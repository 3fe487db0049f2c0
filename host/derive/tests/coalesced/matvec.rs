// Written by `UPDATE_SNAPSHOTS=1 cargo test -p warpbench-derive` from naive/matvec.rs.

//! Matrix times vector, a row for each thread.

use cuda_std::prelude::*;
use cuda_std::shared_array;

/// `output[i]` is the sum of `matrix[i][j] * vector[j]`.
///
/// Coalesced: the block moves `matrix` and `vector` between global and shared memory side by side,
/// and each thread works on its part there. It is launched with blocks of 32 threads.
#[kernel]
pub unsafe fn matvec(
    matrix: *const f32,
    vector: *const f32,
    output: *mut f32,
    rows: u32,
    cols: u32,
) {
    // Columns of a tile.
    const TILE: usize = 32;
    // Words from one row of a tile to the next: one more spreads a column over all banks.
    const PITCH: usize = TILE + 1;
    let matrix_tile = shared_array![f32; TILE * PITCH];
    let vector_tile = shared_array![f32; TILE];
    let t = thread::thread_idx_x() as usize;
    let row = thread::index_1d() as usize;
    let row_first = thread::block_idx_x() as usize * TILE;
    let (rows, cols) = (rows as usize, cols as usize);
    // Line 16: threads outside still help with transfers and meet at barriers, but compute nothing.
    let is_inside = row < rows;
    let mut sum = 0.0;
    // The dot product of the row and the vector.
    // Line 21: the loop over `j`, in pieces of 32 turns.
    for j_first in (0..cols).step_by(TILE) {
        // The block fetches a tile of `matrix` row by row: neighbouring threads take neighbouring
        // elements.
        for k in 0..TILE {
            let row = row_first + k;
            let j = j_first + t;
            if row < rows && j < cols {
                *matrix_tile.add(k * PITCH + t) = *matrix.add(row * cols + j);
            }
        }
        // The block fetches a piece of `vector`, which all its threads need.
        {
            let row = row_first;
            let j = j_first + t;
            if row < rows && j < cols {
                *vector_tile.add(t) = *vector.add(j);
            }
        }
        thread::sync_threads();
        // Each thread works along its own row; all share the single row.
        if is_inside {
            for j in j_first..(j_first + TILE).min(cols) {
                let c = j - j_first;
                sum += *matrix_tile.add(t * PITCH + c) * *vector_tile.add(c);
            }
        }
        thread::sync_threads();
    }
    if is_inside {
        *output.add(row) = sum;
    }
}
