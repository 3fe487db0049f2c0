// expect: nothing
// block: 64 grid: 2 buffers: 64 1 128
// Whoever is active adds for all of them at once.
use core::sync::atomic::Ordering::Relaxed;
use cuda_std::atomic::mid::atomic_fetch_add_u32_device;
use cuda_std::prelude::*;
use cuda_std::warp;

#[kernel]
pub unsafe fn count(x: &[u32], counter: *mut u32, places: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    if x[t] % 3 == 0 {
        let active = warp::activemask();
        let lane = warp::lane_id();
        let leader = active.trailing_zeros();
        let mut first = 0;
        if lane == leader {
            first = atomic_fetch_add_u32_device(counter, Relaxed, active.count_ones());
        }
        first = warp::warp_shuffle_idx(active, first, leader, 32).0;
        let before = (active & ((1 << lane) - 1)).count_ones();
        *places.add(thread::index_1d() as usize) = first + before;
    }
}
