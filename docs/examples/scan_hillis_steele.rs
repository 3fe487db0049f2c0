//! Inclusive prefix sum of each block's part, by Hillis and Steele with two buffers.

use core::mem;
use cuda_std::prelude::*;
use cuda_std::shared_array;

const BLOCK: usize = 128;

#[kernel]
pub unsafe fn scan_hillis_steele(input: &[u32], output: *mut u32) {
    let mut src = shared_array![u32; BLOCK];
    let mut dst = shared_array![u32; BLOCK];
    let t = thread::thread_idx_x() as usize;
    let i = thread::index_1d() as usize;

    *src.add(t) = input.get(i).copied().unwrap_or_default();
    thread::sync_threads();

    let mut distance = 1;
    while distance < BLOCK {
        let own = *src.add(t);
        *dst.add(t) = match t.checked_sub(distance) {
            Some(left) => *src.add(left) + own,
            None => own,
        };
        thread::sync_threads();
        mem::swap(&mut src, &mut dst);
        distance *= 2;
    }

    if i < input.len() {
        *output.add(i) = *src.add(t);
    }
}
