// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// Threads have returned, but nobody asks for them.
use crate::warp::{ballot, shuffle_xor_u32};
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn pairs(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    if t >= 48 {
        return;
    }
    *y.add(t) = shuffle_xor_u32(x[t], 1) + ballot(true).count_ones();
}
