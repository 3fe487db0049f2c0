//! Flat blocks of one row, 64 pixels wide, and the guards nested.

use cuda_std::prelude::*;

const BLOCK_X: usize = 64;
const BLOCK_Y: usize = 1;

/// Whether a pixel is inside, and its index.
fn index(row: u32, col: u32, rows: u32, cols: u32) -> Option<usize> {
    if row < rows && col < cols { Some((row * cols + col) as usize) } else { None }
}

#[kernel]
pub unsafe fn calibrate(
    image: *const f32,
    gain: *const f32,
    offset: *const f32,
    output: *mut f32,
    rows: u32,
    cols: u32,
) {
    let row = thread::block_idx_y() * thread::block_dim_y() + thread::thread_idx_y();
    let col = thread::block_idx_x() * thread::block_dim_x() + thread::thread_idx_x();
    if let Some(i) = index(row, col, rows, cols) {
        let mut value = *image.add(i);
        value *= *gain.add(col as usize);
        value += *offset.add(row as usize);
        *output.add(i) = value;
    }
}
