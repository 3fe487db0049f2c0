// expect: warp 11; warp 13
// block: 64 grid: 1 buffers: 64 64
// All lanes vote, but in two calls, each of which names all.
use cuda_std::prelude::*;
use cuda_std::warp;

#[kernel]
pub unsafe fn both(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    if t % 2 == 0 {
        *y.add(t) = warp::warp_vote_ballot(u32::MAX, x[t] > 5);
    } else {
        *y.add(t) = warp::warp_vote_ballot(u32::MAX, x[t] > 7);
    }
}
