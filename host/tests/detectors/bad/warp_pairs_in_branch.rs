// expect: warp 11
// block: 64 grid: 1 buffers: 64 64
// Both lanes of a pair are in the branch or neither is, but the shuffle is for all lanes.
use crate::warp::shuffle_xor_u32;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn some_pairs(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    if t / 2 % 2 == 0 {
        *y.add(t) = shuffle_xor_u32(x[t], 1);
    }
}
