//! Matrix times vector, the matrix taken by columns and by rows.

use cuda_std::prelude::*;
use cuda_std::shared_array;

/// Threads per block of [`matvec_columns`].
pub const BLOCK: usize = 128;

/// Threads per block of the row kernels, and the side of their tiles.
pub const TILE: usize = 32;

/// `output[i]` is the sum of `matrix[j][i] * vector[j]`. A thread goes down a
/// column, and its neighbours go down the neighbouring columns: coalesced by
/// nature. The vector is needed by all of them and goes through shared memory.
#[kernel]
pub unsafe fn matvec_columns(
    matrix: *const f32,
    vector: *const f32,
    output: *mut f32,
    rows: u32,
    cols: u32,
) {
    let piece = shared_array![f32; BLOCK];
    let t = thread::thread_idx_x() as usize;
    let col = thread::index_1d() as usize;
    let rows = rows as usize;
    let cols = cols as usize;

    let mut sum = 0.0;
    let mut first_row = 0;
    while first_row < rows {
        *piece.add(t) = if first_row + t < rows { *vector.add(first_row + t) } else { 0.0 };
        thread::sync_threads();
        for j in 0..BLOCK {
            if col < cols && first_row + j < rows {
                sum += *matrix.add((first_row + j) * cols + col) * *piece.add(j);
            }
        }
        thread::sync_threads();
        first_row += BLOCK;
    }
    if col < cols {
        *output.add(col) = sum;
    }
}

/// `output[i]` is the sum of `matrix[i][j] * vector[j]`. A thread owns a row,
/// so a tile of the matrix is fetched in coalesced order first and then read by
/// rows from shared memory, where all threads meet in one bank.
#[kernel]
pub unsafe fn matvec_rows(
    matrix: *const f32,
    vector: *const f32,
    output: *mut f32,
    rows: u32,
    cols: u32,
) {
    let tile = shared_array![f32; TILE * TILE];
    let piece = shared_array![f32; TILE];
    let t = thread::thread_idx_x() as usize;
    let first_row = thread::block_idx_x() as usize * TILE;
    let rows = rows as usize;
    let cols = cols as usize;

    let mut sum = 0.0;
    let mut first_col = 0;
    while first_col < cols {
        let col = first_col + t;
        *piece.add(t) = if col < cols { *vector.add(col) } else { 0.0 };
        for k in 0..TILE {
            let inside = first_row + k < rows && col < cols;
            *tile.add(k * TILE + t) =
                if inside { *matrix.add((first_row + k) * cols + col) } else { 0.0 };
        }
        thread::sync_threads();
        for j in 0..TILE {
            sum += *tile.add(t * TILE + j) * *piece.add(j);
        }
        thread::sync_threads();
        first_col += TILE;
    }
    if first_row + t < rows {
        *output.add(first_row + t) = sum;
    }
}

/// Words from one row of the padded tile to the next.
pub const PITCH: usize = TILE + 1;

/// The same with one word of padding per row: the threads' words now lie in
/// different banks.
#[kernel]
pub unsafe fn matvec_rows_padded(
    matrix: *const f32,
    vector: *const f32,
    output: *mut f32,
    rows: u32,
    cols: u32,
) {
    let tile = shared_array![f32; TILE * PITCH];
    let piece = shared_array![f32; TILE];
    let t = thread::thread_idx_x() as usize;
    let first_row = thread::block_idx_x() as usize * TILE;
    let rows = rows as usize;
    let cols = cols as usize;

    let mut sum = 0.0;
    let mut first_col = 0;
    while first_col < cols {
        let col = first_col + t;
        *piece.add(t) = if col < cols { *vector.add(col) } else { 0.0 };
        for k in 0..TILE {
            let inside = first_row + k < rows && col < cols;
            *tile.add(k * PITCH + t) =
                if inside { *matrix.add((first_row + k) * cols + col) } else { 0.0 };
        }
        thread::sync_threads();
        for j in 0..TILE {
            sum += *tile.add(t * PITCH + j) * *piece.add(j);
        }
        thread::sync_threads();
        first_col += TILE;
    }
    if first_row + t < rows {
        *output.add(first_row + t) = sum;
    }
}
