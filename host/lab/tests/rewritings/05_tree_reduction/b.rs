//! Blocks of 64, and a loop over levels.

use cuda_std::prelude::*;
use cuda_std::shared_array;

const BLOCK: u32 = 64;

/// Levels of the tree.
const LEVELS: u32 = BLOCK.ilog2();

#[kernel]
pub unsafe fn row_sums(input: *const f32, output: *mut f32, cols: u32) {
    let tile = shared_array![f32; BLOCK as usize];
    let t = thread::thread_idx_x();
    let row = thread::block_idx_x();

    let mut sum = 0.0;
    let mut col = t;
    while col < cols {
        sum += *input.add((row * cols + col) as usize);
        col += BLOCK;
    }
    *tile.add(t as usize) = sum;
    thread::sync_threads();

    for level in 0..LEVELS {
        let stride = 1 << level;
        if t & (2 * stride - 1) == 0 {
            *tile.add(t as usize) += *tile.add((t + stride) as usize);
        }
        thread::sync_threads();
    }

    if t == 0 {
        *output.add(row as usize) = *tile;
    }
}
