// ends
// grid = [4]
// block = [64]
// [[buffer]]
// name = 'queue'
// type = 'u32'
// len = 1
// [[buffer]]
// name = 'done'
// type = 'u32'
// len = 1
// expect = [30000]

use core::sync::atomic::Ordering::Relaxed;
use cuda_std::atomic::mid;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn persistent_threads(queue: *mut u32, done: *mut u32) {
    loop {
        let work = mid::atomic_fetch_add_u32_device(queue, Relaxed, 1);
        if work >= 30_000 {
            break;
        }
        mid::atomic_fetch_add_u32_device(done, Relaxed, 1);
    }
}
