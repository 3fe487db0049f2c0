// endless
// grid = [1]
// block = [32]
// [[buffer]]
// name = 'out'
// type = 'f32'
// len = 1

use cuda_std::prelude::*;

#[kernel]
pub unsafe fn tenths_pass_by_one(out: *mut f32) {
    let mut x = 0.0;
    while x != 1.0 { // here
        x += 0.1;
    }
    *out = x;
}
