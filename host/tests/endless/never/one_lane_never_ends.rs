// endless
// grid = [1]
// block = [64]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 64

use cuda_std::prelude::*;

#[kernel]
pub unsafe fn one_lane_never_ends(out: *mut u32) {
    let t = thread::thread_idx_x();
    let step = if t == 37 { 0 } else { 1 };
    let mut i = 0;
    while i < 100 { // here
        i += step;
    }
    *out.add(t as usize) = i;
}
