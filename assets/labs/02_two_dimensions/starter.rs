//! The calibration of a picture: one thread per pixel, in two dimensions.

use cuda_std::prelude::*;

/// Threads of a block along x.
const BLOCK_X: usize = 16;

/// Threads of a block along y.
const BLOCK_Y: usize = 8;

/// `output = image * gain + offset`: a gain for each column, an offset for each row.
#[kernel]
pub unsafe fn calibrate(
    image: *const f32,
    gain: *const f32,
    offset: *const f32,
    output: *mut f32,
    rows: u32,
    cols: u32,
) {
    let rows = rows as usize;
    let cols = cols as usize;

    // TODO: which of x and y is the column?
    let row = thread::block_idx_x() as usize * BLOCK_X + thread::thread_idx_x() as usize;
    let col = thread::block_idx_y() as usize * BLOCK_Y + thread::thread_idx_y() as usize;

    // TODO: an index inside the picture can still be another thread's pixel.
    let i = row * cols + col;
    if i < rows * cols {
        *output.add(i) = *image.add(i) * *gain.add(col) + *offset.add(row);
    }
}
