// expect: race 15 15
// block: 64 grid: 1 buffers: 64 64
// Every warp starts at the first place again.
use crate::warp::ballot;
use cuda_std::prelude::*;
use cuda_std::warp;

#[kernel]
pub unsafe fn keep_thirds(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let keep = x[t] % 3 == 0;
    let kept = ballot(keep);
    if keep {
        let before = (kept & ((1 << warp::lane_id()) - 1)).count_ones();
        *y.add(before as usize) = x[t];
    }
}
