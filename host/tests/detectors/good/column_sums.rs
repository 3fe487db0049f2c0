// expect: nothing
// block: 8 8 grid: 1 buffers: 64 8
// One thread for each column adds it up.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn column_sums(x: &[u32], y: *mut u32) {
    let (tx, ty) = (thread::thread_idx_x() as usize, thread::thread_idx_y());
    if ty == 0 {
        let mut sum = 0;
        for row in 0..8 {
            sum += x[8 * row + tx];
        }
        *y.add(tx) = sum;
    }
}
