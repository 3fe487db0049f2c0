// expect: nothing
// block: 64 grid: 2 buffers: 2
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn count(counters: *mut u32) {
    let own = counters.add(thread::block_idx_x() as usize);
    atomic_fetch_add_u32_block(own, Ordering::Relaxed, 1);
}
