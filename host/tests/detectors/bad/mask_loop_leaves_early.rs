// expect: warp 13
// block: 32 grid: 1 buffers: 32 32
// Lanes leave the loop one after the other, and the mask is still the one from
// before.
use cuda_std::prelude::*;
use cuda_std::warp;

#[kernel]
pub unsafe fn rounds(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let mut sum = x[t];
    for _ in 0..=t {
        sum += warp::warp_vote_ballot(u32::MAX, sum % 2 == 0) & 1;
    }
    *y.add(t) = sum;
}
