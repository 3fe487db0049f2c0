// expect: nothing
// block: 32 grid: 3 buffers: 200 200
// A loop over the grid gives each word to one thread.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn add_one(x: &[u32], y: *mut u32) {
    let threads = (thread::grid_dim_x() * thread::block_dim_x()) as usize;
    let mut i = thread::index_1d() as usize;
    while i < x.len() {
        *y.add(i) = x[i] + 1;
        i += threads;
    }
}
