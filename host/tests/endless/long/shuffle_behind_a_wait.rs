// ends
// grid = [2]
// block = [32]
// [[buffer]]
// name = 'flag'
// type = 'u32'
// len = 1
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 32
// expect = [9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9]

use crate::warp::shuffle_from_u32;
use core::sync::atomic::Ordering::{Acquire, Release};
use cuda_std::atomic::mid;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn shuffle_behind_a_wait(flag: *mut u32, out: *mut u32) {
    let t = thread::thread_idx_x();
    if thread::block_idx_x() == 0 {
        let mut found = 0;
        if t == 0 {
            while found == 0 {
                found = mid::atomic_load_32_device(flag, Acquire);
            }
        }
        // All lanes get what the first has waited for.
        let all = shuffle_from_u32(found, 0);
        *out.add(t as usize) = all;
    } else if t == 31 {
        mid::atomic_store_32_device(flag, Release, 9);
    }
}
