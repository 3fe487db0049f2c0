// expect: arithmetic 8
// block: 32 grid: 1 buffers: 32 32
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn run(x: *const u32, y: *mut u32) {
    let i = thread::index_1d() as usize;
    let rounds = 100 / *x.add(i);
    let mut k = 0;
    while k != rounds {
        k += 1;
    }
    *y.add(i) = k;
}
