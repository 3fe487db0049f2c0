// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// Two threads write different members of a structure.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[derive(Clone, Copy)]
struct Cell {
    mass: u32,
    place: [u32; 3],
}

#[kernel]
pub unsafe fn members(x: &[u32], y: *mut u32) {
    let cells = shared_array![Cell; 64];
    let t = thread::thread_idx_x() as usize;
    (*cells.add(t)).mass = x[t];
    (*cells.add(63 - t)).place = [t as u32; 3];
    thread::sync_threads();
    let cell = *cells.add(t ^ 3);
    *y.add(t) = cell.mass + cell.place[1];
}
