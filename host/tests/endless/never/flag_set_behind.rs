// endless
// grid = [1]
// block = [64]
// [[buffer]]
// name = 'flag'
// type = 'u32'
// len = 1

use core::sync::atomic::Ordering::{Acquire, Release};
use cuda_std::atomic::mid;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn flag_set_behind(flag: *mut u32) {
    while mid::atomic_load_32_device(flag, Acquire) == 0 {} // here
    mid::atomic_store_32_device(flag, Release, 1);
}
