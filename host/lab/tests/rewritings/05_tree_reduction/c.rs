//! A sum in a register, of which the tile only gets a copy; blocks of 128.

use cuda_std::prelude::*;

const BLOCK: usize = 128;

#[cuda_std::address_space(shared)]
static mut SUMS: [f32; BLOCK] = [0.0; BLOCK];

#[kernel]
pub unsafe fn row_sums(input: *const f32, output: *mut f32, cols: u32) {
    let t = thread::thread_idx_x() as usize;
    let row = thread::block_idx_x() as usize;
    let cols = cols as usize;
    let begin = row * cols;
    let end = begin + cols;

    let mut sum = 0.0;
    let mut i = begin + t;
    loop {
        if i >= end {
            break;
        }
        sum += *input.add(i);
        i += BLOCK;
    }
    SUMS[t] = sum;
    thread::sync_threads();

    let mut stride = 1;
    while stride <= BLOCK / 2 {
        if t % (stride * 2) < 1 {
            sum += SUMS[t + stride];
            SUMS[t] = sum;
        }
        stride += stride;
        thread::sync_threads();
    }
    if t == 0 {
        *output.add(row) = sum;
    }
}
