// endless
// grid = [4]
// block = [64]
// [[buffer]]
// name = 'flag'
// type = 'u32'
// len = 2

use core::sync::atomic::Ordering::{Acquire, Relaxed};
use cuda_std::atomic::mid;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn flag_nobody_sets(flag: *mut u32) {
    let mut rounds: u32 = 0;
    while mid::atomic_load_32_device(flag, Acquire) == 0 { // here
        rounds = rounds.wrapping_add(1);
    }
    mid::atomic_store_32_device(flag.add(1), Relaxed, rounds);
}
