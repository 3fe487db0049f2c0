// expect: race 12
// block: 32 grid: 5 buffers: 64 1 1
// A lock of relaxed exchanges keeps others out, but does not order the plain word.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn locked(x: &[i32], lock: *mut u32, total: *mut i32) {
    if thread::thread_idx_x() == 0 {
        while atomic_fetch_exch_u32_device(lock, Ordering::Relaxed, 1) != 0 {}
        *total += x[thread::block_idx_x() as usize];
        atomic_fetch_exch_u32_device(lock, Ordering::Relaxed, 0);
    }
}
