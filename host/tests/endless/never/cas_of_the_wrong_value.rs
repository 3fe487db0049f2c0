// endless
// grid = [1]
// block = [32]
// [[buffer]]
// name = 'words'
// type = 'u32'
// len = 2

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::*};
use cuda_std::prelude::*;

/// Nobody ever writes the five that is waited for.
#[kernel]
pub unsafe fn cas_of_the_wrong_value(words: &[AtomicU32]) {
    loop { // here
        words[1].fetch_add(0, Relaxed);
        if words[0].compare_and_swap(5, 6, AcqRel) == 5 {
            break;
        }
    }
}
