// expect: race 9
// block: 64 grid: 2 buffers: 1
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn count(counter: *mut u32) {
    atomic_fetch_add_u32_block(counter, Ordering::Relaxed, 1);
}
