// ends
// grid = [1]
// block = [64]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 64
// expect = [48, 51, 54, 57, 60, 63, 66, 69, 72, 75, 78, 81, 84, 87, 90, 93, 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45, 144, 147, 150, 153, 156, 159, 162, 165, 168, 171, 174, 177, 180, 183, 186, 189, 96, 99, 102, 105, 108, 111, 114, 117, 120, 123, 126, 129, 132, 135, 138, 141]

use cuda_std::prelude::*;
use cuda_std::warp;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn both_sides_meet(out: *mut u32) {
    let values = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    if t % 32 < 16 {
        *values.add(t) = 3 * t as u32;
        warp::sync_warp(u32::MAX);
    } else {
        *values.add(t) = 3 * t as u32;
        warp::sync_warp(u32::MAX);
    }
    *out.add(t) = *values.add(t ^ 16);
}
