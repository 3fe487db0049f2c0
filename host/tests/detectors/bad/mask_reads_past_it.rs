// expect: warp 11
// block: 32 grid: 1 buffers: 32 32
// The halves have masks of their own, and each reads the other.
use cuda_std::prelude::*;
use cuda_std::warp;

#[kernel]
pub unsafe fn halves(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let half = if t < 16 { 0x0000_ffff } else { 0xffff_0000 };
    *y.add(t) = warp::warp_shuffle_xor(half, x[t], 16, 32).0;
}
