//! Renamed, with an array of arrays in shared memory and the loop over k from zero.

use cuda_std::prelude::*;

const TILE: usize = 32;
const BLOCK_ROWS: usize = 8;

#[cuda_std::address_space(shared)]
static mut SQUARE: [[f32; TILE + 1]; TILE] = [[0.0; TILE + 1]; TILE];

#[kernel]
pub unsafe fn transpose(input: *const f32, output: *mut f32, rows: u32, cols: u32) {
    let height = rows as usize;
    let width = cols as usize;
    let x = thread::thread_idx_x() as usize;
    let y = thread::thread_idx_y() as usize;
    let left = thread::block_idx_x() as usize * TILE;
    let top = thread::block_idx_y() as usize * TILE;

    for step in 0..TILE / BLOCK_ROWS {
        let line = y + step * BLOCK_ROWS;
        if left + x < width && top + line < height {
            SQUARE[line][x] = *input.add((top + line) * width + left + x);
        }
    }
    thread::sync_threads();

    for step in 0..TILE / BLOCK_ROWS {
        let line = y + step * BLOCK_ROWS;
        if top + x < height && left + line < width {
            *output.add((left + line) * height + top + x) = SQUARE[x][line];
        }
    }
}
