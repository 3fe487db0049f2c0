// expect: bounds 10
// block: 32 grid: 1 buffers: 64 64
// Rows whose ends are in the wrong order.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(x: &[u32], y: *mut u32) {
    let i = thread::index_1d() as usize;
    if x[i] != 7 {
        let row = &x[32 - i..20];
        *y.add(i) = row.len() as u32;
    }
}
