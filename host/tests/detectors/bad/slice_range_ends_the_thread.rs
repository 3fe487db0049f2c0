// expect: bounds 9
// block: 32 grid: 1 buffers: 32 32
// A part that ends before it begins has no length that the loop comes to.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn run(x: &[u32], y: *mut u32) {
    let i = thread::index_1d() as usize;
    let part = &x[i..24];
    let mut k = 0;
    while k != part.len() {
        k += 1;
    }
    *y.add(i) = k as u32;
}
