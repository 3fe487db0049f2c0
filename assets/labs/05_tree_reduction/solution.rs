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
    // All sums must be there before the first ones are added.
    thread::sync_threads();

    // Thread t adds the sum of thread t + stride to its own, if it is its turn:
    // sums of two threads, of four, of eight, …
    let mut stride = 1;
    while stride < BLOCK {
        if t % (2 * stride) == 0 {
            *tile.add(t) += *tile.add(t + stride);
        }
        // And each level of the tree before the next one.
        thread::sync_threads();
        stride *= 2;
    }

    if t == 0 {
        *output.add(row) = *tile;
    }
}
