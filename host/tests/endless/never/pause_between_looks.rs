// endless
// grid = [3]
// block = [32]
// [[buffer]]
// name = 'flag'
// type = 'u32'
// len = 2

use core::sync::atomic::Ordering::{Acquire, Relaxed};
use cuda_std::atomic::mid;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn pause_between_looks(flag: *mut u32) {
    while mid::atomic_load_32_device(flag, Acquire) == 0 { // here
        let mut pause = 0;
        while pause < 50 {
            pause += 1;
        }
    }
    mid::atomic_store_32_device(flag, Relaxed, 2);
}
