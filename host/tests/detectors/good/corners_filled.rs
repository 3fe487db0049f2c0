// expect: nothing
// block: 6 6 grid: 1 buffers: 64 36
// The tile is filled with its sides and corners by a loop over all its words.
use cuda_std::prelude::*;
use cuda_std::shared_array;

const SIDE: usize = 8;

#[kernel]
pub unsafe fn diagonals(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; SIDE * SIDE];
    let (tx, ty) = (thread::thread_idx_x() as usize, thread::thread_idx_y() as usize);
    for i in (6 * ty + tx..SIDE * SIDE).step_by(36) {
        *tile.add(i) = x[i];
    }
    thread::sync_threads();
    *y.add(6 * ty + tx) = *tile.add(ty * SIDE + tx) + *tile.add((ty + 2) * SIDE + tx + 2);
}
