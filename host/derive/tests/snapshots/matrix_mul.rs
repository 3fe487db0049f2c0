// Written by `UPDATE_SNAPSHOTS=1 cargo test -p warpbench-derive` from programs/matrix_mul.rs.

//! The kernel `matrix_mul`, translated from a sequential program with directives.

use cuda_std::prelude::*;
use cuda_std::shared_array;

/// `kernel matrix_mul tblock(4, 2) thread(16, 16)` (line 11).
#[kernel]
pub unsafe fn matrix_mul(a: *const f32, b: *const f32, c: *mut f32) {
    // shared alloc a[i][kk:kk+31] copyin (line 19), of a block: a[i_first:i_first + 15][kk:kk +
    // 31].
    let a_tile = shared_array![f32; 16 * 32];
    // shared alloc b[kk:kk+31][j] copyin (line 20), of a block: b[kk:kk + 31][j_first:j_first +
    // 15].
    let b_tile = shared_array![f32; 32 * 16];
    let bx = thread::block_idx_x() as usize;
    let by = thread::block_idx_y() as usize;
    let tx = thread::thread_idx_x() as usize;
    let ty = thread::thread_idx_y() as usize;
    let t = ty * 16 + tx;
    // loop_partition over_tblock over_thread (line 13): each thread has one i.
    let i_first = by * 16;
    let i = i_first + ty;
    // loop_partition over_tblock over_thread (line 15): each thread has one j.
    let j_first = bx * 16;
    let j = j_first + tx;
    let mut sum = 0.0;
    for kk in (0..128).step_by(32) {
        // shared alloc a[i][kk:kk+31] copyin (line 19): the block fetches a[i_first:i_first +
        // 15][kk:kk + 31].
        for turn in 0..2 {
            let row = t / 32 + turn * 8;
            let col = t % 32;
            *a_tile.add(row * 32 + col) = *a.add((i_first + row) * 128 + col + kk);
        }
        // shared alloc b[kk:kk+31][j] copyin (line 20): the block fetches b[kk:kk +
        // 31][j_first:j_first + 15].
        for turn in 0..2 {
            let row = t / 16 + turn * 16;
            let col = t % 16;
            *b_tile.add(row * 16 + col) = *b.add((row + kk) * 32 + j_first + col);
        }
        thread::sync_threads();
        for k in kk..kk + 32 {
            sum += *a_tile.add(ty * 32 + k - kk) * *b_tile.add((k - kk) * 16 + tx);
        }
        thread::sync_threads();
    }
    *c.add(i * 32 + j) = sum;
}
