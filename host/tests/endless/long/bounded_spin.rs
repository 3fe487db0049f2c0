// ends
// grid = [3]
// block = [64]
// [[buffer]]
// name = 'flag'
// type = 'u32'
// len = 1
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1
// expect = [5000]

use core::sync::atomic::Ordering::{Acquire, Relaxed};
use cuda_std::atomic::mid;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn bounded_spin(flag: *mut u32, out: *mut u32) {
    let mut tries = 0;
    while tries < 5_000 && mid::atomic_load_32_device(flag, Acquire) == 0 {
        tries += 1;
    }
    mid::atomic_fetch_max_u32_device(out, Relaxed, tries);
}
