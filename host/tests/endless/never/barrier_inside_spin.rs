// endless
// grid = [1]
// block = [96]
// [[buffer]]
// name = 'flag'
// type = 'u32'
// len = 1

use core::sync::atomic::Ordering::Acquire;
use cuda_std::atomic::mid;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn barrier_inside_spin(flag: *mut u32) {
    loop { // here
        thread::sync_threads();
        if mid::atomic_load_32_device(flag, Acquire) != 0 {
            break;
        }
    }
}
