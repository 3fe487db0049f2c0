// endless
// grid = [1]
// block = [33]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1

use cuda_std::prelude::*;

#[kernel]
pub unsafe fn while_true(out: *mut u32) {
    let mut rounds: u32 = 0;
    loop { // here
        rounds = rounds.wrapping_add(1);
        *out = rounds;
    }
}
