//! Matrix times vector, a row for each thread.

use cuda_std::prelude::*;

/// `output[i]` is the sum of `matrix[i][j] * vector[j]`.
#[kernel]
pub unsafe fn matvec(
    matrix: *const f32,
    vector: *const f32,
    output: *mut f32,
    rows: u32,
    cols: u32,
) {
    let row = thread::index_1d() as usize;
    let (rows, cols) = (rows as usize, cols as usize);
    if row >= rows {
        return;
    }
    let mut sum = 0.0;
    // The dot product of the row and the vector.
    for j in 0..cols {
        sum += *matrix.add(row * cols + j) * *vector.add(j);
    }
    *output.add(row) = sum;
}
