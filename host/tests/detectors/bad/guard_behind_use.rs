// expect: bounds 9
// block: 64 grid: 2 buffers: 100 128
// The condition looks at the value first, and the index comes too late.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn even_ones(x: *const u32, y: *mut u32) {
    let i = thread::index_1d() as usize;
    if *x.add(i) % 2 == 0 && i < 100 {
        *y.add(i) = 1;
    }
}
