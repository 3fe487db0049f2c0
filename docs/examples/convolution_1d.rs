//! Convolves a signal with seven taps; a block's part and its halo lie in shared memory.

use core::slice;
use cuda_std::prelude::*;
use cuda_std::shared_array;

const BLOCK: usize = 64;
const RADIUS: usize = 3;
const TAPS: usize = 2 * RADIUS + 1;
const WIDTH: usize = BLOCK + 2 * RADIUS;

#[kernel]
pub unsafe fn convolution_1d(signal: &[f32], taps: [f32; TAPS], out: *mut f32) {
    let tile = shared_array![f32; WIDTH];
    let t = thread::thread_idx_x() as usize;
    let i = thread::index_1d() as usize;
    let block_start = thread::block_idx_x() as usize * BLOCK;

    // Outside of the signal there is silence, to the left as well.
    for k in (t..WIDTH).step_by(BLOCK) {
        let sample = (block_start + k).checked_sub(RADIUS).and_then(|j| signal.get(j));
        unsafe { *tile.add(k) = *sample.unwrap_or(&0.0) };
    }
    thread::sync_threads();

    if i < signal.len() {
        let window = unsafe { slice::from_raw_parts(tile.add(t), TAPS) };
        let sum = window.iter().zip(taps.iter().rev()).fold(0.0, |sum, (x, tap)| sum + x * tap);
        unsafe { *out.add(i) = sum };
    }
}
