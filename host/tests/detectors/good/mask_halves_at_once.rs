// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// The halves of a warp give masks of their own in one call, and sections of eight
// stay within them.
use cuda_std::prelude::*;
use cuda_std::warp;

#[kernel]
pub unsafe fn halves(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let half = if t % 32 < 16 { 0x0000_ffff } else { 0xffff_0000 };
    let mut sum = x[t];
    let mut distance = 4;
    while distance > 0 {
        sum += warp::warp_shuffle_down(half, sum, distance, 8).0;
        distance /= 2;
    }
    warp::sync_warp(half);
    *y.add(t) = sum + warp::warp_vote_ballot(half, x[t] > 9).count_ones();
}
