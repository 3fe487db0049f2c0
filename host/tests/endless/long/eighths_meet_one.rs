// ends
// grid = [1]
// block = [32]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1
// expect = [8]

use cuda_std::prelude::*;

#[kernel]
pub unsafe fn eighths_meet_one(out: *mut u32) {
    let mut x = 0.0;
    let mut rounds = 0;
    while x != 1.0 {
        x += 0.125;
        rounds += 1;
    }
    *out = rounds;
}
