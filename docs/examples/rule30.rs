//! The history of Wolfram's rule 30, line below line, by one block.

use core::slice;
use cuda_std::prelude::*;

fn rule(neighbourhood: [bool; 3]) -> bool {
    match neighbourhood {
        [true, false, false] => true,
        [false, centre, right] => centre || right,
        [true, _, _] => false,
    }
}

#[kernel]
pub unsafe fn rule30(history: *mut bool, width: usize, lines: usize) {
    let threads = thread::block_dim_x() as usize;

    for line in 1..lines {
        let above = slice::from_raw_parts(history.add((line - 1) * width), width);
        let alive = |x: Option<usize>| x.and_then(|x| above.get(x)).is_some_and(|&cell| cell);
        for x in (thread::thread_idx_x() as usize..width).step_by(threads) {
            let around = [x.checked_sub(1), Some(x), x.checked_add(1)].map(alive);
            *history.add(line * width + x) = rule(around);
        }
        thread::sync_threads();
    }
}
