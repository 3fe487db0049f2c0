// expect: nothing
// block: 128 grid: 3 buffers: 384 3
// Sums by shuffles, one word of shared memory for each warp.
use crate::warp::{shuffle_down_u32, WARP};
use cuda_std::prelude::*;
use cuda_std::shared_array;

unsafe fn warp_sum(value: u32) -> u32 {
    let mut sum = value;
    let mut delta = 16;
    while delta > 0 {
        sum += shuffle_down_u32(sum, delta);
        delta /= 2;
    }
    sum
}

#[kernel]
pub unsafe fn sums(x: &[u32], y: *mut u32) {
    let parts = shared_array![u32; 4];
    let t = thread::thread_idx_x() as usize;
    let sum = warp_sum(x[thread::index_1d() as usize]);
    if t % WARP == 0 {
        *parts.add(t / WARP) = sum;
    }
    thread::sync_threads();
    if t < WARP {
        let sum = warp_sum(if t < 4 { *parts.add(t) } else { 0 });
        if t == 0 {
            *y.add(thread::block_idx_x() as usize) = sum;
        }
    }
}
