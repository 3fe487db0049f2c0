// expect: race 13 15
// block: 32 grid: 4 buffers: 64 2 8
// A ticket lock with relaxed turns: what is done in them is not ordered.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn in_turn(x: &[u32], turns: *mut u32, list: *mut u32) {
    if thread::thread_idx_x() == 0 {
        let mine = atomic_fetch_add_u32_device(turns, Ordering::Relaxed, 1) + 1;
        while atomic_load_32_device(turns.add(1), Ordering::Relaxed) != mine {}
        let end = *list;
        *list.add(1 + end as usize % 7) = x[mine as usize];
        *list = end + 1;
        atomic_fetch_add_u32_device(turns.add(1), Ordering::Relaxed, 1);
    }
}
