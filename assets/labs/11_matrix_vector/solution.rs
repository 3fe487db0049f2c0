//! A matrix times a vector, and its transpose times another.

use cuda_std::prelude::*;
use cuda_std::shared_array;

/// Threads per block, and side of the tile.
pub const BLOCK: usize = 32;

/// Words from one row of the tile to the next: one of padding moves each row on by
/// a bank.
pub const PITCH: usize = BLOCK + 1;

#[kernel]
pub unsafe fn matvec(
    matrix: *const f32,
    right: *const f32,
    left: *const f32,
    product: *mut f32,
    transposed: *mut f32,
    rows: u32,
    cols: u32,
) {
    if thread::block_idx_y() == 0 {
        by_rows(matrix, right, product, rows as usize, cols as usize);
    } else {
        by_columns(matrix, left, transposed, rows as usize, cols as usize);
    }
}

/// The block fetches a tile along its rows; then a thread goes along a row of it.
unsafe fn by_rows(
    matrix: *const f32,
    vector: *const f32,
    output: *mut f32,
    rows: usize,
    cols: usize,
) {
    let tile = shared_array![f32; BLOCK * PITCH];
    let piece = shared_array![f32; BLOCK];
    let t = thread::thread_idx_x() as usize;
    let first_row = thread::block_idx_x() as usize * BLOCK;

    let mut sum = 0.0;
    let mut first_col = 0;
    while first_col < cols {
        let col = first_col + t;
        *piece.add(t) = if col < cols { *vector.add(col) } else { 0.0 };
        for i in 0..BLOCK {
            let row = first_row + i;
            let inside = row < rows && col < cols;
            *tile.add(i * PITCH + t) = if inside { *matrix.add(row * cols + col) } else { 0.0 };
        }
        thread::sync_threads();

        for j in 0..BLOCK {
            sum += *tile.add(t * PITCH + j) * *piece.add(j);
        }
        thread::sync_threads();
        first_col += BLOCK;
    }
    if first_row + t < rows {
        *output.add(first_row + t) = sum;
    }
}

/// A thread goes down a column, beside its neighbours: coalesced as it is.
unsafe fn by_columns(
    matrix: *const f32,
    vector: *const f32,
    output: *mut f32,
    rows: usize,
    cols: usize,
) {
    let col = thread::block_idx_x() as usize * BLOCK + thread::thread_idx_x() as usize;
    if col < cols {
        let mut sum = 0.0;
        for row in 0..rows {
            sum += *matrix.add(row * cols + col) * *vector.add(row);
        }
        *output.add(col) = sum;
    }
}
