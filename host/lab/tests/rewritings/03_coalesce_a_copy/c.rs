//! A stride of the whole grid instead of the block: still side by side in every turn.

use cuda_std::prelude::*;

const BLOCK: usize = 64;
const PER_THREAD: usize = 5;

#[kernel]
pub unsafe fn copy(input: *const f32, output: *mut f32, n: u32) {
    let threads = thread::grid_dim_x() * thread::block_dim_x();
    let mut i = thread::index_1d();
    loop {
        if i >= n {
            break;
        }
        *output.add(i as usize) = *input.add(i as usize);
        i += threads;
    }
}
