// endless
// grid = [1]
// block = [32]
// scalars = { n = 5 }
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1

use cuda_std::prelude::*;

#[kernel]
pub unsafe fn parameter_never_changes(out: *mut u32, n: u32) {
    let mut i: u32 = 0;
    while n > 0 { // here
        i = i.wrapping_add(1);
    }
    *out = i;
}
