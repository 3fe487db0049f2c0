// ends
// grid = [1]
// block = [96]
// [[buffer]]
// name = 'flag'
// type = 'u32'
// len = 1
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1
// expect = [96]

use core::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use cuda_std::atomic::mid;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn barrier_in_a_waiting_loop(flag: *mut u32, out: *mut u32) {
    let t = thread::thread_idx_x();
    let mut round = 0;
    loop {
        thread::sync_threads();
        if t == 64 && round == 40 {
            mid::atomic_store_32_device(flag, Release, 1);
        }
        thread::sync_threads();
        round += 1;
        if mid::atomic_load_32_device(flag, Acquire) == 1 {
            break;
        }
    }
    mid::atomic_fetch_add_u32_device(out, Relaxed, 1);
}
