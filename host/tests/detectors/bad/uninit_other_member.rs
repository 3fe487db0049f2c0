// expect: uninit 19
// block: 64 grid: 1 buffers: 64 64
// A structure is read as a whole, though one of its members was never written.
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
    let cell = *cells.add(63 - t);
    *y.add(t) = cell.mass;
}
