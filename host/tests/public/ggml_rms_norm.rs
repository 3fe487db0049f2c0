// pattern: ggml, by Georgi Gerganov
// expect: nothing
// block: 96 grid: 4 buffers: 404 404 numbers: 101
// One block for each row: the warps' sums go through shared memory, and every warp adds them up.
use crate::warp::{shuffle_xor_f32, WARP};
use cuda_std::prelude::*;
use cuda_std::shared_array;

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
pub unsafe fn rms_norm(x: *const f32, y: *mut f32, cols: u32) {
    let sums = shared_array![f32; 32];
    let t = thread::thread_idx_x() as usize;
    let threads = thread::block_dim_x() as usize;
    let cols = cols as usize;
    let x = x.add(thread::block_idx_x() as usize * cols);
    let y = y.add(thread::block_idx_x() as usize * cols);
    let mut squares = 0.0;
    for i in (t..cols).step_by(threads) {
        squares += *x.add(i) * *x.add(i);
    }
    squares = warp_sum(squares);
    if threads > WARP {
        let (warp_number, lane) = (t / WARP, t % WARP);
        if warp_number == 0 {
            *sums.add(lane) = 0.0;
        }
        thread::sync_threads();
        if lane == 0 {
            *sums.add(warp_number) = squares;
        }
        thread::sync_threads();
        squares = warp_sum(*sums.add(lane));
    }
    let scale = 1.0 / (squares / cols as f32 + 1e-6).sqrt();
    for i in (t..cols).step_by(threads) {
        *y.add(i) = scale * *x.add(i);
    }
}
