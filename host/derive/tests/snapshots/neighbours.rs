// Written by `UPDATE_SNAPSHOTS=1 cargo test -p warpbench-derive` from programs/neighbours.rs.

//! The kernel `neighbours`, translated from a sequential program with directives.

use cuda_std::prelude::*;
use cuda_std::shared_array;

/// `kernel neighbours tblock(1) thread(3)` (line 10).
#[kernel]
pub unsafe fn neighbours(a: *const i32, b: *mut i32) {
    // shared alloc a[i - 1:i + 1] copyin (line 14), of a block: a[i_first - 1:i_first + 3].
    let a_tile = shared_array![i32; 5];
    let tx = thread::thread_idx_x() as usize;
    // loop_partition over_thread (line 12): the threads take turns with i.
    for i_first in (0..6).step_by(3) {
        let i = i_first + tx;
        // shared alloc a[i - 1:i + 1] copyin (line 14): the block fetches a[i_first - 1:i_first +
        // 3].
        for turn in 0..2 {
            let segment = tx + turn * 3;
            if segment < 5 {
                let start = i_first.saturating_sub(1);
                let end = (i_first + 4).min(6);
                let at = start + segment;
                if at < end {
                    *a_tile.add(at + 1 - i_first) = *a.add(at);
                }
            }
        }
        thread::sync_threads();
        let mut sum = *a_tile.add(tx + 1);
        if i > 0 {
            sum += *a_tile.add(tx);
        }
        if i < 5 {
            sum += *a_tile.add(tx + 2);
        }
        *b.add(i) = sum;
        thread::sync_threads();
    }
}
