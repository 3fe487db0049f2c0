// expect: nothing
// block: 8 8 grid: 1 buffers: 64 64
// The row of a tile has a word more, and it is filled.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn right_neighbour(x: &[u32], y: *mut u32) {
    let rows = shared_array![[u32; 9]; 8];
    let (tx, ty) = (thread::thread_idx_x() as usize, thread::thread_idx_y() as usize);
    (*rows.add(ty))[tx] = x[8 * ty + tx];
    if tx == 0 {
        (*rows.add(ty))[8] = 0;
    }
    thread::sync_threads();
    *y.add(8 * ty + tx) = (*rows.add(ty))[tx + 1];
}
