// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// Only the member is read that was written.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[derive(Clone, Copy)]
struct Cell {
    mass: u32,
    charge: u32,
}

#[kernel]
pub unsafe fn masses(x: &[u32], y: *mut u32) {
    let cells = shared_array![Cell; 64];
    let t = thread::thread_idx_x() as usize;
    (*cells.add(t)).mass = x[t];
    thread::sync_threads();
    *y.add(t) = (*cells.add(63 - t)).mass;
}
