// expect: warp 11
// block: 32 grid: 1 buffers: 32 32
// A match for all lanes that only some come to.
use cuda_std::prelude::*;
use cuda_std::warp;

#[kernel]
pub unsafe fn some(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    if x[t] < 20 {
        *y.add(t) = warp::warp_match_any(u32::MAX, x[t] % 3);
    }
}
