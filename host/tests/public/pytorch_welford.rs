// pattern: PyTorch, by Meta
// expect: nothing
// block: 64 grid: 3 buffers: 303 6 numbers: 101
// Mean and variance at once: triples of count, mean and squares are joined by shuffles.
use crate::warp::{shuffle_down_f32, WARP};
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[derive(Clone, Copy)]
struct Moments {
    count: f32,
    mean: f32,
    squares: f32,
}

fn joined(a: Moments, b: Moments) -> Moments {
    let count = a.count + b.count;
    if count == 0.0 {
        return a;
    }
    let delta = b.mean - a.mean;
    Moments {
        count,
        mean: a.mean + delta * b.count / count,
        squares: a.squares + b.squares + delta * delta * a.count * b.count / count,
    }
}

unsafe fn over_warp(own: Moments) -> Moments {
    let mut all = own;
    let mut offset = 16;
    while offset > 0 {
        let other = Moments {
            count: shuffle_down_f32(all.count, offset),
            mean: shuffle_down_f32(all.mean, offset),
            squares: shuffle_down_f32(all.squares, offset),
        };
        all = joined(all, other);
        offset /= 2;
    }
    all
}

#[kernel]
pub unsafe fn mean_and_variance(input: &[f32], output: *mut f32, cols: u32) {
    let warps = shared_array![Moments; 2];
    let t = thread::thread_idx_x() as usize;
    let row = thread::block_idx_x() as usize;
    let cols = cols as usize;
    let mut own = Moments { count: 0.0, mean: 0.0, squares: 0.0 };
    for i in (t..cols).step_by(64) {
        let one = Moments { count: 1.0, mean: input[row * cols + i], squares: 0.0 };
        own = joined(own, one);
    }
    own = over_warp(own);
    if t % WARP == 0 {
        *warps.add(t / WARP) = own;
    }
    thread::sync_threads();
    if t == 0 {
        let all = joined(*warps, *warps.add(1));
        *output.add(2 * row) = all.mean;
        *output.add(2 * row + 1) = all.squares / all.count;
    }
}
