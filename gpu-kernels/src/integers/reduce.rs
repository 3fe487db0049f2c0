//! The kernels of `reduce.rs` for 32-bit integers, whose sums wrap around and are
//! exact. What each rung does is said there.

use crate::vector::Int4;
use crate::warp::{shuffle_down_i32, ALL_LANES, WARP};
use cuda_std::prelude::*;
use cuda_std::{shared_array, warp};

/// Threads per block.
pub const BLOCK: usize = 256;

/// Warps per block.
pub const WARPS: usize = BLOCK / WARP;

/// Vectors of four elements that a block of [`reduce_grid_stride_i32`] reads per
/// turn of its loop.
pub const GRID_STRIDE_VECTORS: usize = 4 * BLOCK;

#[kernel]
pub unsafe fn reduce_interleaved_divergent_i32(input: &[i32], output: *mut i32) {
    let tile = shared_array![i32; BLOCK];
    let t = thread::thread_idx_x() as usize;
    let i = thread::index_1d() as usize;
    *tile.add(t) = if i < input.len() { input[i] } else { 0 };
    thread::sync_threads();

    let mut stride = 1;
    while stride < BLOCK {
        if t % (2 * stride) == 0 {
            *tile.add(t) += *tile.add(t + stride);
        }
        thread::sync_threads();
        stride *= 2;
    }

    if t == 0 {
        *output.add(thread::block_idx_x() as usize) = *tile;
    }
}

#[kernel]
pub unsafe fn reduce_interleaved_strided_i32(input: &[i32], output: *mut i32) {
    let tile = shared_array![i32; BLOCK];
    let t = thread::thread_idx_x() as usize;
    let i = thread::index_1d() as usize;
    *tile.add(t) = if i < input.len() { input[i] } else { 0 };
    thread::sync_threads();

    let mut stride = 1;
    while stride < BLOCK {
        let left = 2 * stride * t;
        if left < BLOCK {
            *tile.add(left) += *tile.add(left + stride);
        }
        thread::sync_threads();
        stride *= 2;
    }

    if t == 0 {
        *output.add(thread::block_idx_x() as usize) = *tile;
    }
}

#[kernel]
pub unsafe fn reduce_sequential_i32(input: &[i32], output: *mut i32) {
    let tile = shared_array![i32; BLOCK];
    let t = thread::thread_idx_x() as usize;
    let i = thread::index_1d() as usize;
    *tile.add(t) = if i < input.len() { input[i] } else { 0 };
    thread::sync_threads();

    let mut stride = BLOCK / 2;
    while stride > 0 {
        if t < stride {
            *tile.add(t) += *tile.add(t + stride);
        }
        thread::sync_threads();
        stride /= 2;
    }

    if t == 0 {
        *output.add(thread::block_idx_x() as usize) = *tile;
    }
}

#[kernel]
pub unsafe fn reduce_first_add_i32(input: &[i32], output: *mut i32) {
    let tile = shared_array![i32; BLOCK];
    let t = thread::thread_idx_x() as usize;
    let i = thread::block_idx_x() as usize * (2 * BLOCK) + t;
    let mut sum = if i < input.len() { input[i] } else { 0 };
    if i + BLOCK < input.len() {
        sum += input[i + BLOCK];
    }
    *tile.add(t) = sum;
    thread::sync_threads();

    let mut stride = BLOCK / 2;
    while stride > 0 {
        if t < stride {
            *tile.add(t) += *tile.add(t + stride);
        }
        thread::sync_threads();
        stride /= 2;
    }

    if t == 0 {
        *output.add(thread::block_idx_x() as usize) = *tile;
    }
}

#[kernel]
pub unsafe fn reduce_last_warp_i32(input: &[i32], output: *mut i32) {
    let tile = shared_array![i32; BLOCK];
    let t = thread::thread_idx_x() as usize;
    let i = thread::block_idx_x() as usize * (2 * BLOCK) + t;
    let mut sum = if i < input.len() { input[i] } else { 0 };
    if i + BLOCK < input.len() {
        sum += input[i + BLOCK];
    }
    *tile.add(t) = sum;
    thread::sync_threads();

    let mut stride = BLOCK / 2;
    while stride > WARP {
        if t < stride {
            *tile.add(t) += *tile.add(t + stride);
        }
        thread::sync_threads();
        stride /= 2;
    }

    if t < WARP {
        while stride > 0 {
            if t < stride {
                *tile.add(t) += *tile.add(t + stride);
            }
            warp::sync_warp(ALL_LANES);
            stride /= 2;
        }
    }

    if t == 0 {
        *output.add(thread::block_idx_x() as usize) = *tile;
    }
}

#[kernel]
pub unsafe fn reduce_shuffle_i32(input: &[i32], output: *mut i32) {
    let t = thread::thread_idx_x() as usize;
    let i = thread::block_idx_x() as usize * (2 * BLOCK) + t;
    let mut sum = if i < input.len() { input[i] } else { 0 };
    if i + BLOCK < input.len() {
        sum += input[i + BLOCK];
    }

    sum = block_sum(sum);
    if t == 0 {
        *output.add(thread::block_idx_x() as usize) = sum;
    }
}

#[kernel]
pub unsafe fn reduce_grid_stride_i32(input: *const i32, n: u32, output: *mut i32) {
    let t = thread::thread_idx_x() as usize;
    let n = n as usize;
    let vectors = n / 4;
    let input4 = input as *const Int4;

    // Four running sums, so that no addition waits for the one before it.
    let mut a = Int4::splat(0);
    let mut b = Int4::splat(0);
    let mut c = Int4::splat(0);
    let mut d = Int4::splat(0);
    let stride = thread::grid_dim_x() as usize * GRID_STRIDE_VECTORS;
    let mut i = thread::block_idx_x() as usize * GRID_STRIDE_VECTORS + t;
    while i + 3 * BLOCK < vectors {
        let p = Int4::load(input4.add(i));
        let q = Int4::load(input4.add(i + BLOCK));
        let r = Int4::load(input4.add(i + 2 * BLOCK));
        let s = Int4::load(input4.add(i + 3 * BLOCK));
        a = a.plus(p);
        b = b.plus(q);
        c = c.plus(r);
        d = d.plus(s);
        i += stride;
    }
    // The last turn may be cut short.
    while i < vectors {
        a = a.plus(Int4::load(input4.add(i)));
        i += BLOCK;
    }
    let mut sum = a.plus(b).plus(c.plus(d)).sum();

    // At most three elements do not fill a vector.
    let tail = 4 * vectors + thread::index_1d() as usize;
    if tail < n {
        sum += *input.add(tail);
    }

    sum = block_sum(sum);
    if t == 0 {
        *output.add(thread::block_idx_x() as usize) = sum;
    }
}

#[inline(always)]
unsafe fn block_sum(value: i32) -> i32 {
    let warp_sums = shared_array![i32; WARPS];
    let t = thread::thread_idx_x() as usize;
    let mut sum = warp_sum(value);
    if t % WARP == 0 {
        *warp_sums.add(t / WARP) = sum;
    }
    thread::sync_threads();

    if t < WARP {
        sum = if t < WARPS { *warp_sums.add(t) } else { 0 };
        sum = warp_sum(sum);
    }
    sum
}

#[inline(always)]
unsafe fn warp_sum(value: i32) -> i32 {
    let mut sum = value;
    let mut delta = WARP as u32 / 2;
    while delta > 0 {
        sum += shuffle_down_i32(sum, delta);
        delta /= 2;
    }
    sum
}
