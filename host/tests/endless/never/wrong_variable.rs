// endless
// grid = [2]
// block = [64]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 128

use cuda_std::prelude::*;

#[kernel]
pub unsafe fn wrong_variable(out: *mut u32) {
    let mut i = 0;
    let mut j = 0;
    while i < 8 { // here
        j += 1;
        *out.add(thread::index_1d() as usize) = j;
    }
}
