// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// All members are written one by one, and the structure is read whole: its padding does not count.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[derive(Clone, Copy)]
struct Cell {
    mass: u32,
    charge: f64,
}

#[kernel]
pub unsafe fn whole(x: &[u32], y: *mut u32) {
    let cells = shared_array![Cell; 64];
    let t = thread::thread_idx_x() as usize;
    (*cells.add(t)).mass = x[t];
    (*cells.add(t)).charge = t as f64;
    thread::sync_threads();
    let cell = *cells.add(63 - t);
    *y.add(t) = cell.mass + cell.charge as u32;
}
