// endless
// grid = [1]
// block = [32]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1

use cuda_std::prelude::*;

#[kernel]
pub unsafe fn continue_skips_the_step(out: *mut u32) {
    let mut i = 0;
    while i < 10 { // here
        if i == 5 {
            continue;
        }
        i += 1;
    }
    *out = i;
}
