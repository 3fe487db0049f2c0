// endless
// grid = [1]
// block = [32]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1

use cuda_std::prelude::*;

#[kernel]
pub unsafe fn outer_forgotten(out: *mut u32) {
    let i = 0;
    let mut sum: u32 = 0;
    while i < 4 { // here
        let mut j = 0;
        while j < 100 {
            j += 1;
            sum = sum.wrapping_add(j);
        }
    }
    *out = sum;
}
