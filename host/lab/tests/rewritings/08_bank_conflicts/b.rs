//! Turned while it is stored, loaded by rows; four rows of threads.

use cuda_std::prelude::*;
use cuda_std::shared_array;

const TILE: u32 = 32;
const BLOCK_ROWS: u32 = 4;
const PITCH: u32 = TILE + 1;

#[kernel]
pub unsafe fn transpose(input: *const f32, output: *mut f32, rows: u32, cols: u32) {
    let tile = shared_array![f32; (TILE * PITCH) as usize];
    let (x, y) = (thread::thread_idx_x(), thread::thread_idx_y());
    let (first_col, first_row) = (thread::block_idx_x() * TILE, thread::block_idx_y() * TILE);

    let mut k = y;
    while k < TILE {
        let (row, col) = (first_row + k, first_col + x);
        if col < cols && row < rows {
            *tile.add((x * PITCH + k) as usize) = *input.add((row * cols + col) as usize);
        }
        k += BLOCK_ROWS;
    }
    thread::sync_threads();

    let mut k = y;
    while k < TILE {
        let (row, col) = (first_row + x, first_col + k);
        if col < cols && row < rows {
            *output.add((col * rows + row) as usize) = *tile.add((k * PITCH + x) as usize);
        }
        k += BLOCK_ROWS;
    }
}
