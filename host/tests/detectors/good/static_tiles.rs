// expect: nothing
// block: 16 16 grid: 1 buffers: 256 256
// Tiles under names of their own: rows, a structure, a single number.
use cuda_std::address_space;
use cuda_std::prelude::*;

#[derive(Clone, Copy)]
#[repr(C)]
struct Ends {
    first: u32,
    last: u32,
}

#[address_space(shared)]
static mut TILE: [[u32; 17]; 16] = [[0; 17]; 16];

#[kernel]
pub unsafe fn transpose(x: &[u32], y: *mut u32) {
    #[address_space(shared)]
    static mut ENDS: Ends = Ends { first: 0, last: 0 };
    #[address_space(shared)]
    static mut COUNT: u32 = 0;
    let tx = thread::thread_idx_x() as usize;
    let ty = thread::thread_idx_y() as usize;
    TILE[ty][tx] = x[ty * 16 + tx];
    if tx == 0 && ty == 0 {
        ENDS.first = x[0];
        ENDS.last = x[255];
        COUNT = 256;
    }
    thread::sync_threads();
    *y.add(ty * 16 + tx) = TILE[tx][ty] + ENDS.first + ENDS.last + COUNT;
}
