//! Sum, maximum and number of small values of each block's part: one reduction, three closures.

use cuda_std::prelude::*;
use cuda_std::shared_array;

const BLOCK: usize = 128;

/// All threads of the block receive the result.
unsafe fn block_reduce<T: Copy>(scratch: *mut T, value: T, combine: impl Fn(T, T) -> T) -> T {
    let t = thread::thread_idx_x() as usize;
    *scratch.add(t) = value;
    thread::sync_threads();

    let mut half = BLOCK / 2;
    while half > 0 {
        if t < half {
            *scratch.add(t) = combine(*scratch.add(t), *scratch.add(t + half));
        }
        thread::sync_threads();
        half /= 2;
    }
    let result = *scratch;
    thread::sync_threads();
    result
}

#[kernel]
pub unsafe fn reduce_closure(
    input: &[f32],
    threshold: f32,
    sums: *mut f32,
    largest: *mut f32,
    counts: *mut u32,
) {
    let floats = shared_array![f32; BLOCK];
    let integers = shared_array![u32; BLOCK];

    let x = input.get(thread::index_1d() as usize).copied();
    let below = |value: f32| value < threshold;

    let sum = block_reduce(floats, x.unwrap_or(0.0), |a, b| a + b);
    let max = block_reduce(floats, x.unwrap_or(f32::NEG_INFINITY), f32::max);
    let count = block_reduce(integers, x.is_some_and(below) as u32, |a, b| a + b);

    if thread::thread_idx_x() == 0 {
        let block = thread::block_idx_x() as usize;
        *sums.add(block) = sum;
        *largest.add(block) = max;
        *counts.add(block) = count;
    }
}
