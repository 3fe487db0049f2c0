// expect: bounds 13
// block: 64 grid: 1 buffers: 64 64
// A row of the tile is shorter than the block.
use cuda_std::address_space;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn row(x: &[u32], y: *mut u32) {
    #[address_space(shared)]
    static mut ROWS: [[u32; 32]; 2] = [[0; 32]; 2];
    let t = thread::thread_idx_x() as usize;

    ROWS[1][t] = x[t];
    *y.add(t) = x[t];
}
