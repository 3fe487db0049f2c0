//! The sum of each row of a matrix: one block per row, a tree in shared memory.

use cuda_std::prelude::*;
use cuda_std::shared_array;

/// Threads per block, a power of two.
const BLOCK: usize = 256;

/// Divergent branches of one block of the starter: eight at each of the first five
/// levels, then four, two and one, and one at the end.
pub const PREDICTED: u32 = 48;

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

    // The first threads do the additions, side by side: thread t takes the t-th pair
    // of sums that lie stride apart.
    let mut stride = 1;
    while stride < BLOCK {
        let left = 2 * stride * t;
        if left < BLOCK {
            *tile.add(left) += *tile.add(left + stride);
        }
        thread::sync_threads();
        stride *= 2;
    }

    if t == 0 {
        *output.add(row) = *tile;
    }
}
