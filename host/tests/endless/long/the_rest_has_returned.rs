// ends
// grid = [1]
// block = [32]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 16
// expect = [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]

use cuda_std::prelude::*;
use cuda_std::warp;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn the_rest_has_returned(out: *mut u32) {
    let values = shared_array![u32; 16];
    let t = thread::thread_idx_x() as usize;
    if t >= 16 {
        return;
    }
    *values.add(t) = t as u32;
    warp::sync_warp(u32::MAX);
    *out.add(t) = *values.add(15 - t);
}
