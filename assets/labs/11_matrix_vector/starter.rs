//! A matrix times a vector, and its transpose times another.

use cuda_std::prelude::*;

/// Threads per block.
pub const BLOCK: usize = 32;

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

/// A thread goes along a row.
unsafe fn by_rows(
    matrix: *const f32,
    vector: *const f32,
    output: *mut f32,
    rows: usize,
    cols: usize,
) {
    let row = thread::block_idx_x() as usize * BLOCK + thread::thread_idx_x() as usize;
    if row < rows {
        let mut sum = 0.0;
        for col in 0..cols {
            sum += *matrix.add(row * cols + col) * *vector.add(col);
        }
        *output.add(row) = sum;
    }
}

/// A thread goes down a column.
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
