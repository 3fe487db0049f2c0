// expect: bounds 13
// block: 8 8 grid: 1 buffers: 64 64
// The row of a tile is left, though not the tile.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn right_neighbour(x: &[u32], y: *mut u32) {
    let rows = shared_array![[u32; 8]; 8];
    let (tx, ty) = (thread::thread_idx_x() as usize, thread::thread_idx_y() as usize);
    (*rows.add(ty))[tx] = x[8 * ty + tx];
    thread::sync_threads();
    *y.add(8 * ty + tx) = (*rows.add(ty))[tx + 1];
}
