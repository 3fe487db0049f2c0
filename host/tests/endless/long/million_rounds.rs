// ends
// grid = [1]
// block = [32]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1
// expect = [1000000]

use cuda_std::prelude::*;

#[kernel]
pub unsafe fn million_rounds(out: *mut u32) {
    let mut i = 0;
    while i < 1_000_000 {
        i += 1;
    }
    *out = i;
}
