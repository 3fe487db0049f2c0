// Written by `UPDATE_SNAPSHOTS=1 cargo test -p warpbench-derive` from programs/sections.rs.

//! The kernel `sections`, translated from a sequential program with directives.

use cuda_std::prelude::*;

/// `kernel sections tblock(1) thread(4)` (line 8).
#[kernel]
pub unsafe fn sections(a: *mut i32) {
    let tx = thread::thread_idx_x() as usize;
    // loop_partition over_thread (line 10): each thread has one i.
    let i = tx;
    for j in 1..4 {
        *a.add((i + 4) * 6 + j + 2) = 10 * *a.add(i * 6 + j - 1);
    }
}
