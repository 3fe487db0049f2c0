// expect: uninit 23
// block: 6 6 grid: 1 buffers: 36 36
// The sides of the tile are filled, its corners are not.
use cuda_std::prelude::*;
use cuda_std::shared_array;

const SIDE: usize = 8;

#[kernel]
pub unsafe fn upper_left(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; SIDE * SIDE];
    let (tx, ty) = (thread::thread_idx_x() as usize, thread::thread_idx_y() as usize);
    *tile.add((ty + 1) * SIDE + tx + 1) = x[6 * ty + tx];
    if ty == 0 {
        *tile.add(tx + 1) = 0;
        *tile.add(7 * SIDE + tx + 1) = 0;
    }
    if tx == 0 {
        *tile.add((ty + 1) * SIDE) = 0;
        *tile.add((ty + 1) * SIDE + 7) = 0;
    }
    thread::sync_threads();
    *y.add(6 * ty + tx) = *tile.add(ty * SIDE + tx);
}
