// ends
// grid = [1]
// block = [32]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1
// expect = [1]

use cuda_std::prelude::*;

#[kernel]
pub unsafe fn xorshift_until(out: *mut u32) {
    let mut x: u32 = 2_463_534_242;
    while x & 0xffff != 0x1234 {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
    }
    *out = 1;
}
