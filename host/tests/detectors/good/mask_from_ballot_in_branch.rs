// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// The ballot before the branch names those that go in.
use cuda_std::prelude::*;
use cuda_std::warp;

#[kernel]
pub unsafe fn odd(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let is_odd = x[t] % 2 == 1;
    let odd = warp::warp_vote_ballot(u32::MAX, is_odd);
    if is_odd {
        let leader = odd.trailing_zeros();
        *y.add(t) = warp::warp_shuffle_idx(odd, x[t], leader, 32).0;
    } else {
        *y.add(t) = warp::warp_vote_any(!odd, x[t] > 40) as u32;
    }
}
