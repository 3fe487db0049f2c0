// expect: bounds 11
// block: 4 grid: 1 buffers: 16 16
// A write that changes the neighbour's first element.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(x: &[u32], y: *mut u32) {
    let i = thread::index_1d() as usize;
    let piece = core::slice::from_raw_parts_mut(y.add(4 * i), 4);
    if i == 1 {
        piece[x[4] as usize] = 1;
    }
}
