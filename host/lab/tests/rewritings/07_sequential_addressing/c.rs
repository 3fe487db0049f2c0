//! A sum in a register, of which the tile only gets a copy; blocks of 512.

use cuda_std::prelude::*;

const BLOCK: usize = 512;

#[cuda_std::address_space(shared)]
static mut SUMS: [f32; BLOCK] = [0.0; BLOCK];

#[kernel]
pub unsafe fn row_sums(input: *const f32, output: *mut f32, cols: u32) {
    let t = thread::thread_idx_x() as usize;
    let row = thread::block_idx_x() as usize;
    let line = core::slice::from_raw_parts(input.add(row * cols as usize), cols as usize);

    let mut sum = 0.0;
    for value in line.iter().skip(t).step_by(BLOCK) {
        sum += *value;
    }
    SUMS[t] = sum;
    thread::sync_threads();

    let mut active = BLOCK;
    while active > 1 {
        active /= 2;
        if t < active {
            sum += SUMS[active + t];
            SUMS[t] = sum;
        }
        thread::sync_threads();
    }
    if t == 0 {
        *output.add(row) = sum;
    }
}
