//! Renamed, with the stride halved and the barrier at the head of the loop.

use cuda_std::prelude::*;
use cuda_std::shared_array;

const BLOCK: usize = 256;
pub const PREDICTED: u32 = 48;

#[kernel]
pub unsafe fn row_sums(input: *const f32, output: *mut f32, cols: u32) {
    let partial = shared_array![f32; BLOCK];
    let lane = thread::thread_idx_x() as usize;
    let width = cols as usize;
    let line = input.add(thread::block_idx_x() as usize * width);

    let mut total = 0.0;
    for k in (lane..width).step_by(BLOCK) {
        total += *line.add(k);
    }
    *partial.add(lane) = total;

    let mut half = BLOCK / 2;
    while half >= 1 {
        thread::sync_threads();
        if lane < half {
            *partial.add(lane) = *partial.add(lane) + *partial.add(lane + half);
        }
        half /= 2;
    }
    if lane == 0 {
        *output.add(thread::block_idx_x() as usize) = *partial.add(0);
    }
}
