// expect: warp 12 11
// block: 64 grid: 1 buffers: 64 64
// The mask is for the lower half, and the branch lets four lanes more in.
use cuda_std::prelude::*;
use cuda_std::warp;

#[kernel]
pub unsafe fn lower_half(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let lane = warp::lane_id();
    if lane < 20 {
        *y.add(t) = warp::warp_shuffle_xor(0x0000_ffff, x[t], 1, 32).0;
    }
}
