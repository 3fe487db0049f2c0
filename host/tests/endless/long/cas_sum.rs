// ends
// grid = [3]
// block = [64]
// [[buffer]]
// name = 'sum'
// type = 'u32'
// len = 1
// expect = [192]

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::*};
use cuda_std::prelude::*;

/// A sum by compare-and-swap, in which lanes of a warp are in each other's way.
#[kernel]
pub unsafe fn cas_sum(sum: &[AtomicU32]) {
    let mut old = sum[0].load(Relaxed);
    loop {
        let seen = sum[0].compare_and_swap(old, old + 1, AcqRel);
        if seen == old {
            break;
        }
        old = seen;
    }
}
