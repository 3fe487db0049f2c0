// expect: warp 13
// block: 64 grid: 1 buffers: 64 64
// Half of the lanes go on to the barrier of the block, where they wait for those
// that wait for them.
use cuda_std::prelude::*;
use cuda_std::warp;

#[kernel]
pub unsafe fn first_half(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let mut any = false;
    if t % 32 < 16 {
        any = warp::warp_vote_any(u32::MAX, x[t] > 5);
    }
    thread::sync_threads();
    *y.add(t) = any as u32;
}
