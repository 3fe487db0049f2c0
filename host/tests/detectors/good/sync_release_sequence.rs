// expect: nothing
// block: 32 grid: 4 buffers: 64 3 1 1
// Additions carry each other's release on: who sees the third arrival sees all three words.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn gather(x: &[u32], words: *mut u32, arrived: *mut u32, y: *mut u32) {
    if thread::thread_idx_x() != 0 {
        return;
    }
    let b = thread::block_idx_x() as usize;
    if b < 3 {
        *words.add(b) = x[b] + 1;
        atomic_fetch_add_u32_device(arrived, Ordering::Release, 1);
    } else {
        while atomic_load_32_device(arrived, Ordering::Acquire) != 3 {}
        *y = *words + *words.add(1) + *words.add(2);
    }
}
