// Written by `UPDATE_SNAPSHOTS=1 cargo test -p warpbench-derive` from programs/jacobi.rs.

//! Kernels translated from a sequential program with directives.

use cuda_std::prelude::*;
use cuda_std::shared_array;

const SIDE: usize = 1026;

/// `kernel sweep tblock((SIDE - 2).div_ceil(8), (SIDE - 2).div_ceil(32)) thread(8, 32)` (line 15).
#[kernel]
pub unsafe fn sweep(a: *const f32, b: *mut f32) {
    // shared alloc a[i - 1:i + 1][j - 1:j + 1] copyin (line 21), of a block: a[i_first - 1:i_first
    // + 8][j_first - 1:j_first + 32].
    let a_tile = shared_array![f32; 10 * 34];
    let bx = thread::block_idx_x() as usize;
    let by = thread::block_idx_y() as usize;
    let tx = thread::thread_idx_x() as usize;
    let ty = thread::thread_idx_y() as usize;
    let t = ty * 32 + tx;
    // loop_partition over_tblock over_thread (line 17): each thread has one i.
    let i_first = by * 8 + 1;
    let i = i_first + ty;
    // loop_partition over_tblock over_thread (line 19): each thread has one j.
    let j_first = bx * 32 + 1;
    let j = j_first + tx;
    // shared alloc a[i - 1:i + 1][j - 1:j + 1] copyin (line 21): the block fetches a[i_first -
    // 1:i_first + 8][j_first - 1:j_first + 32].
    for turn in 0..2 {
        let row = t / 32 + turn * 8;
        if row < 10 {
            let start = (i_first + row - 1) * 1026 + j_first - 1;
            for segment in 0..2 {
                let at = start / 32 * 32 + segment * 32 + t % 32;
                // What lies before the start of the row wraps around to a number that is too large.
                let col = at.wrapping_sub(start);
                if col < 34 {
                    *a_tile.add(row * 34 + col) = *a.add(at);
                }
            }
        }
    }
    thread::sync_threads();
    let above = *a_tile.add(ty * 34 + tx + 1);
    let below = *a_tile.add((ty + 2) * 34 + tx + 1);
    let left = *a_tile.add((ty + 1) * 34 + tx);
    let right = *a_tile.add((ty + 1) * 34 + tx + 2);
    *b.add((i - 1) * 1024 + j - 1) = 0.25 * (above + below + left + right);
}

/// `kernel back tblock((SIDE - 2).div_ceil(8), (SIDE - 2).div_ceil(32)) thread(8, 32)` (line 31).
#[kernel]
pub unsafe fn back(a: *mut f32, b: *const f32) {
    let bx = thread::block_idx_x() as usize;
    let by = thread::block_idx_y() as usize;
    let tx = thread::thread_idx_x() as usize;
    let ty = thread::thread_idx_y() as usize;
    // loop_partition over_tblock over_thread (line 33): each thread has one i.
    let i = by * 8 + ty + 1;
    // loop_partition over_tblock over_thread (line 35): each thread has one j.
    let j = bx * 32 + tx + 1;
    *a.add(i * SIDE + j) = *b.add((i - 1) * 1024 + j - 1);
}
