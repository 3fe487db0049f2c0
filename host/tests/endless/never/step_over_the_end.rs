// endless
// grid = [1]
// block = [32]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1

use cuda_std::prelude::*;

#[kernel]
pub unsafe fn step_over_the_end(out: *mut u32) {
    let mut i: u32 = 0;
    while i != 7 { // here
        i = i.wrapping_add(2);
    }
    *out = i;
}
