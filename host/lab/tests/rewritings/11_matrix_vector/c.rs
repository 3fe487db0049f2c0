//! Blocks of 16, the tile stored by columns, the functions the other way round.

use cuda_std::prelude::*;
use cuda_std::shared_array;

pub const BLOCK: usize = 16;
const STEP: usize = BLOCK + 1;

unsafe fn columns(matrix: &[f32], vector: &[f32], output: *mut f32, cols: usize, col: usize) {
    if col < cols {
        let mut sum = 0.0;
        for (row, factor) in vector.iter().enumerate() {
            sum += matrix[row * cols + col] * factor;
        }
        *output.add(col) = sum;
    }
}

unsafe fn along(matrix: &[f32], vector: &[f32], output: *mut f32, rows: usize, first: usize) {
    let tile = shared_array![f32; BLOCK * STEP];
    let t = thread::thread_idx_x() as usize;
    let cols = vector.len();
    let mut sum = 0.0;
    let mut from = 0;
    loop {
        for i in (0..BLOCK).rev() {
            let inside = first + i < rows && from + t < cols;
            *tile.add(t * STEP + i) = match inside {
                true => matrix[(first + i) * cols + from + t] * vector[from + t],
                false => 0.0,
            };
        }
        thread::sync_threads();
        for j in 0..BLOCK {
            sum += *tile.add(j * STEP + t);
        }
        from += BLOCK;
        if from >= cols {
            break;
        }
        thread::sync_threads();
    }
    if first + t < rows {
        *output.add(first + t) = sum;
    }
}

#[kernel]
pub unsafe fn matvec(
    matrix: &[f32],
    right: &[f32],
    left: &[f32],
    product: *mut f32,
    transposed: *mut f32,
    rows: u32,
    cols: u32,
) {
    let first = thread::block_idx_x() as usize * BLOCK;
    if thread::block_idx_y() > 0 {
        columns(matrix, left, transposed, cols as usize, first + thread::thread_idx_x() as usize);
    } else {
        along(matrix, right, product, rows as usize, first);
    }
}
