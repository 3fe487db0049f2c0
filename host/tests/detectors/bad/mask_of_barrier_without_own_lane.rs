// expect: warp 13
// block: 32 grid: 1 buffers: 32 32
// The mask of the barrier leaves out the first lane, which comes too.
use cuda_std::prelude::*;
use cuda_std::warp;

#[kernel]
pub unsafe fn turn(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    *y.add(t) = x[t] + 1;
    // Nothing is read behind it, so that there is no race.
    // The mask is the only fault.
    warp::sync_warp(0xffff_fffe);
}
