// expect: bounds 12
// block: 16 4 grid: 3 buffers: 220 220 numbers: 44 5
// The columns are tested, the rows are not.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn double(x: *const f32, y: *mut f32, cols: u32, rows: u32) {
    let col = thread::block_idx_x() * 16 + thread::thread_idx_x();
    if col < cols {
        for row in (thread::thread_idx_y()..rows + 1).step_by(4) {
            let i = (row * cols + col) as usize;
            *y.add(i) = 2.0 * *x.add(i);
        }
    }
}
