// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// Who sees the flag that was set with release sees what was written before it.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn through_flag(x: &[u32], y: *mut u32) {
    let flag = shared_array![u32; 1];
    let data = shared_array![u32; 1];
    let t = thread::thread_idx_x() as usize;
    if t == 0 {
        *flag = 0;
        *data = 0;
    }
    thread::sync_threads();
    if t == 0 {
        *data = x[3];
        atomic_fetch_add_u32_block(flag, Ordering::Release, 1);
    } else if atomic_fetch_add_u32_block(flag, Ordering::Acquire, 0) == 1 {
        *y.add(t) = *data;
    }
}
