// endless
// grid = [1]
// block = [32]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1

use cuda_std::prelude::*;

#[kernel]
pub unsafe fn unsigned_at_least_zero(out: *mut u32) {
    let mut step: u32 = 128;
    let mut sum = 0;
    while step >= 0 { // here
        sum += step & 1;
        step = step.wrapping_sub(1);
    }
    *out = sum;
}
