// expect: race 24 27
// block: 128 grid: 3 buffers: 384 3
// A shuffle exchanges registers, it does not order shared memory between warps.
use crate::warp::{shuffle_xor_u32, WARP};
use cuda_std::prelude::*;
use cuda_std::shared_array;

unsafe fn warp_sum(value: u32) -> u32 {
    let mut sum = value;
    let mut mask = 16;
    while mask > 0 {
        sum = sum.wrapping_add(shuffle_xor_u32(sum, mask));
        mask /= 2;
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
    if t < WARP {
        let part = if t < 4 { *parts.add(t) } else { 0 };
        let sum = warp_sum(part);
        if t == 0 {
            *y.add(thread::block_idx_x() as usize) = sum;
        }
    }
}
