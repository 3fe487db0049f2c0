// expect: nothing
// block: 32 grid: 5 buffers: 64 1 1 8
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

/// Blocks take their turns by a number that they draw.
#[kernel]
pub unsafe fn in_turn(x: &[u32], next: *mut u32, serving: *mut u32, log: *mut u32) {
    if thread::thread_idx_x() == 0 {
        let mine = atomic_fetch_add_u32_device(next, Ordering::Relaxed, 1);
        while atomic_load_32_device(serving, Ordering::Acquire) != mine {}
        let end = *log;
        *log.add(1 + end as usize) = x[mine as usize];
        *log = end + 1;
        atomic_fetch_add_u32_device(serving, Ordering::Release, 1);
    }
}
