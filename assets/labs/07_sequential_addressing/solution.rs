//! The sum of each row of a matrix: one block per row, a tree in shared memory.

use cuda_std::prelude::*;
use cuda_std::shared_array;

/// Threads per block, a power of two.
const BLOCK: usize = 256;

/// `output[row]` is the sum of the `cols` elements of that row.
#[kernel]
pub unsafe fn row_sums(input: *const f32, output: *mut f32, cols: u32) {
    let tile = shared_array![f32; BLOCK];
    let t = thread::thread_idx_x() as usize;
    let row = thread::block_idx_x() as usize;
    let cols = cols as usize;

    // Each thread adds up every BLOCK-th element of the row.
    let mut sum = 0.0;
    let mut col = t;
    while col < cols {
        sum += *input.add(row * cols + col);
        col += BLOCK;
    }
    *tile.add(t) = sum;
    thread::sync_threads();

    // The upper half of the sums is added to the lower half, then the upper quarter
    // to the lower one, and so on: neighbours all the way.
    let mut stride = BLOCK / 2;
    while stride > 0 {
        if t < stride {
            *tile.add(t) += *tile.add(t + stride);
        }
        thread::sync_threads();
        stride /= 2;
    }

    if t == 0 {
        *output.add(row) = *tile;
    }
}
