// expect: warp 11
// block: 64 grid: 1 buffers: 64 64
// Even lanes ask odd ones, which are not in the branch.
use crate::warp::shuffle_xor_u32;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn even_lanes(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    if t % 2 == 0 {
        *y.add(t) = shuffle_xor_u32(x[t], 1);
    }
}
