//! Dot product: each warp adds up by shuffles, and one atomic addition of each block ends it.

use core::sync::atomic::Ordering;
use cuda_std::atomic::AtomicF32;
use cuda_std::prelude::*;
use cuda_std::{shared_array, warp};

const WARP: usize = 32;
const FULL_MASK: u32 = !0;

unsafe fn warp_sum(value: f32) -> f32 {
    (0..WARP.ilog2()).rev().fold(value, |sum, bit| {
        let (other, _) = unsafe { warp::warp_shuffle_down(FULL_MASK, sum, 1 << bit, 32) };
        sum + other
    })
}

#[kernel]
pub unsafe fn dot_warp(x: &[f32], y: &[f32], result: &AtomicF32) {
    let partial = shared_array![f32; WARP];
    let stride = (thread::block_dim_x() * thread::grid_dim_x()) as usize;
    let products = x.iter().zip(y).skip(thread::index_1d() as usize).step_by(stride);
    let own: f32 = products.map(|(a, b)| a * b).sum();

    let t = thread::thread_idx_x() as usize;
    let (warp_index, lane) = (t / WARP, t % WARP);
    let sum = warp_sum(own);
    if lane == 0 {
        *partial.add(warp_index) = sum;
    }
    thread::sync_threads();

    if warp_index == 0 {
        let warps = thread::block_dim_x() as usize / WARP;
        let sum = warp_sum(if lane < warps { *partial.add(lane) } else { 0.0 });
        if lane == 0 {
            result.fetch_add(sum, Ordering::Relaxed);
        }
    }
}
