//! Tree reduction: the sum of any number of elements.
//!
//! Each launch leaves one partial sum per block; the host launches again on the
//! partial sums until one is left. Every rung mends what the one before it
//! wastes.

use crate::vector::Float4;
use crate::warp::{shuffle_down_f32, ALL_LANES, WARP};
use cuda_std::prelude::*;
use cuda_std::{shared_array, warp};

/// Threads per block.
pub const BLOCK: usize = 256;

/// Warps per block.
pub const WARPS: usize = BLOCK / WARP;

/// The most blocks that [`reduce_grid_stride`] is launched with: enough to fill
/// a large GPU several times over.
pub const GRID_STRIDE_BLOCKS: usize = 4096;

/// Vectors of four elements that a block of [`reduce_grid_stride`] reads per
/// turn of its loop: four per thread, all under way before the first is used.
pub const GRID_STRIDE_VECTORS: usize = 4 * BLOCK;

/// Neighbours first: at each step half of the remaining threads stop, and the
/// working ones are spread thinly over every warp.
#[kernel]
pub unsafe fn reduce_interleaved_divergent(input: &[f32], output: *mut f32) {
    let tile = shared_array![f32; BLOCK];
    let t = thread::thread_idx_x() as usize;
    let i = thread::index_1d() as usize;
    *tile.add(t) = if i < input.len() { input[i] } else { 0.0 };
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

/// The same additions by consecutive threads: whole warps stop together, but
/// their addresses lie `2 * stride` apart and meet in the same banks.
#[kernel]
pub unsafe fn reduce_interleaved_strided(input: &[f32], output: *mut f32) {
    let tile = shared_array![f32; BLOCK];
    let t = thread::thread_idx_x() as usize;
    let i = thread::index_1d() as usize;
    *tile.add(t) = if i < input.len() { input[i] } else { 0.0 };
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

/// The upper half is added to the lower half: consecutive threads touch
/// consecutive words, so neither warps nor banks are wasted.
#[kernel]
pub unsafe fn reduce_sequential(input: &[f32], output: *mut f32) {
    let tile = shared_array![f32; BLOCK];
    let t = thread::thread_idx_x() as usize;
    let i = thread::index_1d() as usize;
    *tile.add(t) = if i < input.len() { input[i] } else { 0.0 };
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

/// Half of the threads used to stop after loading. Now every thread adds two
/// elements as it loads them, and a block covers twice as many.
#[kernel]
pub unsafe fn reduce_first_add(input: &[f32], output: *mut f32) {
    let tile = shared_array![f32; BLOCK];
    let t = thread::thread_idx_x() as usize;
    let i = thread::block_idx_x() as usize * (2 * BLOCK) + t;
    let mut sum = if i < input.len() { input[i] } else { 0.0 };
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

/// Once a single warp is left, the block need not wait for the others: a
/// barrier of the warp is enough.
#[kernel]
pub unsafe fn reduce_last_warp(input: &[f32], output: *mut f32) {
    let tile = shared_array![f32; BLOCK];
    let t = thread::thread_idx_x() as usize;
    let i = thread::block_idx_x() as usize * (2 * BLOCK) + t;
    let mut sum = if i < input.len() { input[i] } else { 0.0 };
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

/// Lanes of a warp can read each other's registers. Shared memory carries one
/// value per warp, and one barrier is left.
#[kernel]
pub unsafe fn reduce_shuffle(input: &[f32], output: *mut f32) {
    let t = thread::thread_idx_x() as usize;
    let i = thread::block_idx_x() as usize * (2 * BLOCK) + t;
    let mut sum = if i < input.len() { input[i] } else { 0.0 };
    if i + BLOCK < input.len() {
        sum += input[i + BLOCK];
    }

    sum = block_sum(sum);
    if t == 0 {
        *output.add(thread::block_idx_x() as usize) = sum;
    }
}

/// A fixed number of blocks strides through the whole input. Each thread keeps
/// several wide loads under way, which is what it takes to saturate the memory.
#[kernel]
pub unsafe fn reduce_grid_stride(input: *const f32, n: u32, output: *mut f32) {
    let t = thread::thread_idx_x() as usize;
    let n = n as usize;
    let vectors = n / 4;
    let input4 = input as *const Float4;

    // Four running sums, so that no addition waits for the one before it.
    let mut a = Float4::splat(0.0);
    let mut b = Float4::splat(0.0);
    let mut c = Float4::splat(0.0);
    let mut d = Float4::splat(0.0);
    let stride = thread::grid_dim_x() as usize * GRID_STRIDE_VECTORS;
    let mut i = thread::block_idx_x() as usize * GRID_STRIDE_VECTORS + t;
    while i + 3 * BLOCK < vectors {
        let p = Float4::load(input4.add(i));
        let q = Float4::load(input4.add(i + BLOCK));
        let r = Float4::load(input4.add(i + 2 * BLOCK));
        let s = Float4::load(input4.add(i + 3 * BLOCK));
        a = a.plus(p);
        b = b.plus(q);
        c = c.plus(r);
        d = d.plus(s);
        i += stride;
    }
    // The last turn may be cut short.
    while i < vectors {
        a = a.plus(Float4::load(input4.add(i)));
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

/// The sum over the block, in its first thread: warps by shuffles, then the
/// first warp over the warps' sums.
#[inline(always)]
unsafe fn block_sum(value: f32) -> f32 {
    let warp_sums = shared_array![f32; WARPS];
    let t = thread::thread_idx_x() as usize;
    let mut sum = warp_sum(value);
    if t % WARP == 0 {
        *warp_sums.add(t / WARP) = sum;
    }
    thread::sync_threads();

    if t < WARP {
        sum = if t < WARPS { *warp_sums.add(t) } else { 0.0 };
        sum = warp_sum(sum);
    }
    sum
}

/// The sum over the warp, in its first lane.
#[inline(always)]
unsafe fn warp_sum(value: f32) -> f32 {
    let mut sum = value;
    let mut delta = WARP as u32 / 2;
    while delta > 0 {
        sum += shuffle_down_f32(sum, delta);
        delta /= 2;
    }
    sum
}
