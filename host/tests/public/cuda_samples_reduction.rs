// pattern: CUDA samples, by NVIDIA
// expect: nothing
// block: 128 grid: 3 buffers: 1000 3
// A grid-stride loop with two loads a turn, shuffles, then one warp for the warps' sums.
use crate::warp::{shuffle_down_u32, WARP};
use cuda_std::prelude::*;
use cuda_std::shared_array;

const BLOCK: usize = 128;

unsafe fn warp_sum(mut sum: u32) -> u32 {
    let mut offset = WARP as u32 / 2;
    while offset > 0 {
        sum += shuffle_down_u32(sum, offset);
        offset /= 2;
    }
    sum
}

#[kernel]
pub unsafe fn reduce(input: &[u32], output: *mut u32) {
    let warp_sums = shared_array![u32; BLOCK / WARP];
    let t = thread::thread_idx_x() as usize;
    let n = input.len();
    let grid = 2 * BLOCK * thread::grid_dim_x() as usize;
    let mut i = 2 * BLOCK * thread::block_idx_x() as usize + t;
    let mut sum = 0;
    while i < n {
        sum += input[i];
        if i + BLOCK < n {
            sum += input[i + BLOCK];
        }
        i += grid;
    }
    sum = warp_sum(sum);
    if t % WARP == 0 {
        *warp_sums.add(t / WARP) = sum;
    }
    thread::sync_threads();
    if t < WARP {
        sum = if t < BLOCK / WARP { *warp_sums.add(t) } else { 0 };
        sum = warp_sum(sum);
    }
    if t == 0 {
        *output.add(thread::block_idx_x() as usize) = sum;
    }
}
