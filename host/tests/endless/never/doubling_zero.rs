// endless
// grid = [1]
// block = [32]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 32

use cuda_std::prelude::*;

#[kernel]
pub unsafe fn doubling_zero(out: *mut u32) {
    let t = thread::thread_idx_x();
    let mut stride = t;
    while stride < 64 { // here
        stride *= 2;
    }
    *out.add(t as usize) = stride;
}
