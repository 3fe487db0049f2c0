// ends
// grid = [1]
// block = [32]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1
// expect = [2000000]

use cuda_std::prelude::*;

#[kernel]
pub unsafe fn inner_repeats(out: *mut u32) {
    let mut sum = 0;
    for _ in 0..20_000 {
        let mut j = 0;
        while j < 100 {
            j += 1;
        }
        sum += j;
    }
    *out = sum;
}
