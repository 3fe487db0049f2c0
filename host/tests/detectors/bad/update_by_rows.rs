// expect: race 10
// block: 8 8 grid: 2 buffers: 128 16
// Threads of a row add to the row's sum, written out as a read and a write.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn row_sums(x: &[f32], sums: *mut f32) {
    let row = (8 * thread::block_idx_x() + thread::thread_idx_y()) as usize;
    let col = thread::thread_idx_x() as usize;
    *sums.add(row) = *sums.add(row) + x[8 * row + col];
}
