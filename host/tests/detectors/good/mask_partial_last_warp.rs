// expect: nothing
// block: 50 grid: 1 buffers: 50 50
// The last warp has 18 lanes: a mask may name those, or all 32.
use cuda_std::prelude::*;
use cuda_std::warp;

#[kernel]
pub unsafe fn partial(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let there = if t < 32 { u32::MAX } else { (1 << 18) - 1 };
    let pair = warp::warp_shuffle_xor(there, x[t], 1, 32).0;
    let any = warp::warp_vote_any(u32::MAX, pair == 7) as u32;
    warp::sync_warp(u32::MAX);
    *y.add(t) = pair + any;
}
