// ends
// grid = [1]
// block = [32]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1
// expect = [65536]

use cuda_std::prelude::*;

#[kernel]
pub unsafe fn full_period(out: *mut u32) {
    let mut x: u32 = 0;
    let mut rounds = 0;
    loop {
        x = (x * 5 + 1) & 0xffff;
        rounds += 1;
        if x == 0 {
            break;
        }
    }
    *out = rounds;
}
