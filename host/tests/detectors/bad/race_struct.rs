// expect: race 17 18
// block: 64 grid: 1 buffers: 64 64
// A thread reads a member of another thread's structure without waiting for it.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[derive(Clone, Copy)]
struct Cell {
    mass: u32,
    place: [u32; 3],
}

#[kernel]
pub unsafe fn masses(x: &[u32], y: *mut u32) {
    let cells = shared_array![Cell; 64];
    let t = thread::thread_idx_x() as usize;
    (*cells.add(t)).mass = x[t];
    *y.add(t) = (*cells.add(63 - t)).mass;
}
