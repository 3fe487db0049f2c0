//! Sorts short integers in one block by exchanging neighbours until no pass exchanges any.

use core::ptr;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn odd_even_sort(values: *mut i16, len: usize, passes: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let threads = thread::block_dim_x() as usize;
    let mut pass = 0;

    'passes: loop {
        let mut exchanged = false;
        for parity in [0, 1] {
            for left in (parity + 2 * t..len.saturating_sub(1)).step_by(2 * threads) {
                let (a, b) = (values.add(left), values.add(left + 1));
                if *a > *b {
                    ptr::swap(a, b);
                    exchanged = true;
                }
            }
            thread::sync_threads();
        }
        pass += 1;
        if thread::sync_threads_or(exchanged.into()) == 0 {
            break 'passes;
        }
    }

    if t == 0 {
        passes.write(pass);
    }
}
