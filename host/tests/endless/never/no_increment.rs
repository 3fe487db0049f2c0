// endless
// grid = [1]
// block = [32]
// [[buffer]]
// name = 'a'
// type = 'u32'
// len = 8
// init = 'iota'
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1

use cuda_std::prelude::*;

#[kernel]
pub unsafe fn no_increment(a: &[u32], out: *mut u32) {
    let mut sum = 0;
    let i = 3;
    while i < a.len() { // here
        sum += a[i];
    }
    *out = sum;
}
