// Written by `UPDATE_SNAPSHOTS=1 cargo test -p warpbench-derive` from programs/partitions.rs.

//! The kernel `partitions`, translated from a sequential program with directives.

use cuda_std::prelude::*;

/// `kernel partitions tblock(2, 3) thread(2)` (line 9).
#[kernel]
pub unsafe fn partitions(a: *mut i32, b: *mut i32) {
    let bx = thread::block_idx_x() as usize;
    let by = thread::block_idx_y() as usize;
    let tx = thread::thread_idx_x() as usize;
    // loop_partition over_tblock (line 11): each block has its own i.
    for i in by * 2..by * 2 + 2 {
        // loop_partition over_tblock(BLOCK) over_thread (line 13): the threads take turns with j.
        let j_first = bx * 4;
        for j in (j_first + tx..j_first + 4).step_by(2) {
            let mut sum = 0;
            for p in 0..3 {
                sum += p * *a.add(i * 12 + j);
            }
            *a.add(i * 12 + j) = sum;
        }
        // loop_partition over_tblock(CYCLIC) (line 21): each block has its own k.
        for k in (bx..6).step_by(3) {
            // singular (line 23): one thread of the block.
            if tx == 0 {
                *b.add(i * 6 + k) += 1;
            }
        }
    }
}
