// ends
// grid = [4]
// block = [32]
// [[buffer]]
// name = 'turn'
// type = 'u32'
// len = 1
// expect = [4]

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::*};
use cuda_std::prelude::*;

/// Block by block, from the last to the first, by one word.
#[kernel]
pub unsafe fn cas_turns_of_blocks(turn: &[AtomicU32]) {
    if thread::thread_idx_x() == 0 {
        let place = 3 - thread::block_idx_x();
        while turn[0].compare_and_swap(place, place + 1, AcqRel) != place {}
    }
}
