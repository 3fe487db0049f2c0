// expect: nothing
// block: 64 grid: 1 buffers: 64 64 numbers: 50
// Threads without data return first; CUDA waits only for those that have not.
use cuda_std::prelude::*;
use cuda_std::warp;

#[kernel]
pub unsafe fn guarded(x: &[u32], y: *mut u32, n: u32) {
    let t = thread::thread_idx_x() as usize;
    if t >= n as usize {
        return;
    }
    let odd = warp::warp_vote_ballot(u32::MAX, x[t] % 2 == 1);
    *y.add(t) = warp::warp_shuffle_xor(u32::MAX, odd, 1, 2).0;
}
