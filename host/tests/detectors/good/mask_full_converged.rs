// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// A butterfly of all lanes, and everything else that they do together.
use cuda_std::prelude::*;
use cuda_std::warp::{self, WarpReductionOp};

#[kernel]
pub unsafe fn sums(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let mut sum = x[t];
    let mut distance = 16;
    while distance > 0 {
        sum += warp::warp_shuffle_xor(u32::MAX, sum, distance, 32).0;
        distance /= 2;
    }
    warp::sync_warp(u32::MAX);
    let same = warp::warp_match_any(u32::MAX, x[t] % 4);
    let most = warp::warp_reduce(u32::MAX, x[t], WarpReductionOp::Max);
    let all = warp::warp_vote_all(u32::MAX, x[t] < 1000);
    *y.add(t) = sum + same + most + all as u32;
}
