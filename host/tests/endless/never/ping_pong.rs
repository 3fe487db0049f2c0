// endless
// grid = [1]
// block = [32]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1

use cuda_std::prelude::*;

#[kernel]
pub unsafe fn ping_pong(out: *mut u32) {
    let mut i = 0;
    let mut rounds: u32 = 0;
    while i < 2 { // here
        i = 1 - i;
        rounds = rounds.wrapping_add(1);
    }
    *out = rounds;
}
