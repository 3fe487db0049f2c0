//! Softmax of the rows of a matrix, one block for each row.

use cuda_std::*;

const WARP: u32 = 32;
const MAX_WARPS: usize = 32;

/// Combines the values of a block; every thread receives the result.
unsafe fn block_reduce<F>(scratch: *mut f32, value: f32, identity: f32, combine: F) -> f32
where
    F: Fn(f32, f32) -> f32 + Copy,
{
    let warp_reduce = |mut value: f32| {
        let mut offset = WARP / 2;
        while offset > 0 {
            let (other, _) = warp::warp_shuffle_xor(u32::MAX, value, offset, WARP);
            value = combine(value, other);
            offset /= 2;
        }
        value
    };

    let t = thread::thread_idx_x();
    let partial = warp_reduce(value);
    thread::sync_threads();
    if t % WARP == 0 {
        *scratch.add((t / WARP) as usize) = partial;
    }
    thread::sync_threads();
    let warps = thread::block_dim_x() / WARP;
    let lane = t % WARP;
    warp_reduce(if lane < warps { *scratch.add(lane as usize) } else { identity })
}

#[kernel]
pub unsafe fn softmax(logits: &[f32], probabilities: *mut f32, columns: usize) {
    let scratch = shared_array![f32; MAX_WARPS];
    let start = thread::block_idx_x() as usize * columns;
    let row = &logits[start..start + columns];
    let mine =
        || (thread::thread_idx_x() as usize..columns).step_by(thread::block_dim_x() as usize);

    let largest = mine().map(|i| row[i]).fold(f32::NEG_INFINITY, f32::max);
    let largest = block_reduce(scratch, largest, f32::NEG_INFINITY, f32::max);

    let sum = mine().map(|i| (row[i] - largest).exp()).sum();
    let sum = block_reduce(scratch, sum, 0.0, |a, b| a + b);

    mine().for_each(|i| *probabilities.add(start + i) = (row[i] - largest).exp() / sum);
}
