// endless
// grid = [1]
// block = [32]
// [[buffer]]
// name = 'out'
// type = 'f32'
// len = 1

use cuda_std::prelude::*;

#[kernel]
pub unsafe fn float_stops_growing(out: *mut f32) {
    let mut x: f32 = 16_777_000.0;
    while x < 20_000_000.0 { // here
        x += 1.0;
    }
    *out = x;
}
