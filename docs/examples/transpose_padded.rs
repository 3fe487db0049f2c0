//! Transposes a matrix through tiles whose padding keeps columns in different banks.

use cuda_std::address_space;
use cuda_std::prelude::*;

const TILE: usize = 32;
const BLOCK_ROWS: usize = 8;

#[address_space(shared)]
static mut STAGE: [[f32; TILE + 1]; TILE] = [[0.0; TILE + 1]; TILE];

#[kernel]
pub unsafe fn transpose_padded(input: &[f32], output: *mut f32, width: usize, height: usize) {
    let (tx, ty) = (thread::thread_idx_x() as usize, thread::thread_idx_y() as usize);
    let (bx, by) = (thread::block_idx_x() as usize * TILE, thread::block_idx_y() as usize * TILE);

    for row in (ty..TILE).step_by(BLOCK_ROWS) {
        let (x, y) = (bx + tx, by + row);
        if x < width && y < height {
            unsafe { STAGE[row][tx] = input[y * width + x] };
        }
    }
    thread::sync_threads();

    // The block swaps its axes, so that neighbouring threads store neighbouring elements.
    for row in (ty..TILE).step_by(BLOCK_ROWS) {
        let (x, y) = (by + tx, bx + row);
        if x < height && y < width {
            unsafe { *output.add(y * height + x) = STAGE[tx][row] };
        }
    }
}
