//! A loop over the grid, which takes one turn at most, in blocks of one warp.

use cuda_std::prelude::*;

const BLOCK: usize = 32;

fn scaled(value: f32) -> f32 {
    value * 2.0 + value * 0.5
}

#[kernel]
pub unsafe fn scale(input: *const f32, output: *mut f32, n: u32) {
    let threads = thread::grid_dim_x() * thread::block_dim_x();
    let mut i = thread::index_1d();
    while i < n {
        *output.add(i as usize) = scaled(*input.add(i as usize));
        i += threads;
    }
}
