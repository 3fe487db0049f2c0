// endless
// grid = [1]
// block = [32]
// [[buffer]]
// name = 'next'
// type = 'u32'
// data = [1, 2, 3, 1, 99]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1

use cuda_std::prelude::*;

#[kernel]
pub unsafe fn list_with_a_cycle(next: &[u32], out: *mut u32) {
    let mut i: u32 = 0;
    while i != 99 { // here
        i = next[i as usize];
    }
    *out = i;
}
