//! Blocks of 128 whose tree is a function of its own; the pair's place is stepped, not
//! computed.

use cuda_std::prelude::*;
use cuda_std::shared_array;

const BLOCK: usize = 128;
pub const PREDICTED: u32 = 48;

/// Adds up the words of the block; the sum ends up in the first one.
unsafe fn add_up(words: *mut f32, t: usize) {
    let mut distance = 1;
    let mut pairs = BLOCK / 2;
    let mut place = 2 * t;
    while pairs > 0 {
        if t < pairs {
            let other = *words.add(place + distance);
            *words.add(place) += other;
        }
        thread::sync_threads();
        distance *= 2;
        place *= 2;
        pairs /= 2;
    }
}

#[kernel]
pub unsafe fn row_sums(input: *const f32, output: *mut f32, cols: u32) {
    let words = shared_array![f32; BLOCK];
    let t = thread::thread_idx_x() as usize;
    let row = thread::block_idx_x() as usize;
    let cols = cols as usize;
    *words.add(t) = 0.0;
    for col in (t..cols).step_by(BLOCK) {
        *words.add(t) += *input.add(row * cols + col);
    }
    thread::sync_threads();
    add_up(words, t);
    if t == 0 {
        *output.add(row) = *words;
    }
}
