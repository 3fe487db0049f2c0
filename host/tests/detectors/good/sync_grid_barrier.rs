// expect: nothing
// block: 64 grid: 3 buffers: 1 192 192 budget: 2000000
// All blocks meet at a counter: fence, arrive, wait, fence.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

unsafe fn meet(arrived: *mut u32, blocks: u32) {
    thread::sync_threads();
    if thread::thread_idx_x() == 0 {
        thread::device_fence();
        atomic_fetch_add_u32_device(arrived, Ordering::Relaxed, 1);
        while atomic_load_32_device(arrived, Ordering::Relaxed) < blocks {}
        thread::device_fence();
    }
    thread::sync_threads();
}

#[kernel]
pub unsafe fn two_phases(arrived: *mut u32, words: *mut u32, y: *mut u32) {
    let i = thread::index_1d() as usize;
    *words.add(i) = i as u32 + 7;
    meet(arrived, thread::grid_dim_x());
    *y.add(i) = *words.add(191 - i);
}
