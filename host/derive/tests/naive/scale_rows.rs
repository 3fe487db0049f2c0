//! Row scaling, after CUDA-lite: each thread multiplies one row of a matrix by
//! a factor of its own, the row's number.

use cuda_std::prelude::*;

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
