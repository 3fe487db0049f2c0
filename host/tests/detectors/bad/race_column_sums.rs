// expect: race 15 15
// block: 8 8 grid: 1 buffers: 64 8
// Threads of a column add to the same sum.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn column_sums(x: &[u32], y: *mut u32) {
    let sums = shared_array![u32; 8];
    let (tx, ty) = (thread::thread_idx_x() as usize, thread::thread_idx_y() as usize);
    if ty == 0 {
        *sums.add(tx) = 0;
    }
    thread::sync_threads();
    *sums.add(tx) += x[8 * ty + tx];
    thread::sync_threads();
    if ty == 0 {
        *y.add(tx) = *sums.add(tx);
    }
}
