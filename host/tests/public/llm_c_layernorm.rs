// pattern: llm.c, by Andrej Karpathy
// expect: nothing
// block: 64 grid: 3 buffers: 250 5 5 250 50 50 numbers: 5 50
// One warp for each row: mean and deviation by shuffles, rows past the end leave together.
use crate::warp::{shuffle_xor_f32, WARP};
use cuda_std::prelude::*;

unsafe fn warp_sum(value: f32) -> f32 {
    let mut sum = value;
    let mut mask = 16;
    while mask > 0 {
        sum += shuffle_xor_f32(sum, mask);
        mask /= 2;
    }
    sum
}

#[kernel]
pub unsafe fn layernorm(
    input: &[f32],
    means: *mut f32,
    deviations: *mut f32,
    output: *mut f32,
    weight: &[f32],
    bias: &[f32],
    rows: u32,
    cols: u32,
) {
    let warps = thread::block_dim_x() as usize / WARP;
    let lane = thread::thread_idx_x() as usize % WARP;
    let row = thread::block_idx_x() as usize * warps + thread::thread_idx_x() as usize / WARP;
    let cols = cols as usize;
    if row >= rows as usize {
        return;
    }
    let x = &input[row * cols..(row + 1) * cols];
    let mut sum = 0.0;
    for i in (lane..cols).step_by(WARP) {
        sum += x[i];
    }
    let mean = warp_sum(sum) / cols as f32;
    let mut squares = 0.0;
    for i in (lane..cols).step_by(WARP) {
        squares += (x[i] - mean) * (x[i] - mean);
    }
    let deviation = 1.0 / (warp_sum(squares) / cols as f32 + 1e-5).sqrt();
    if lane == 0 {
        *means.add(row) = mean;
        *deviations.add(row) = deviation;
    }
    for i in (lane..cols).step_by(WARP) {
        *output.add(row * cols + i) = deviation * (x[i] - mean) * weight[i] + bias[i];
    }
}
