// expect: race 14
// block: 32 grid: 6 buffers: 64 6 3
// Each block takes a lock, but not all take the same one for the same word.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn buckets(x: &[f32], sums: *mut f32, locks: *mut u32) {
    if thread::thread_idx_x() == 0 {
        let b = thread::block_idx_x() as usize;
        let lock = locks.add(b % 3);
        while atomic_fetch_exch_u32_device(lock, Ordering::AcqRel, 9) == 9 {}
        *sums.add(b % 2) += x[b];
        atomic_store_32_device(lock, Ordering::Release, (b % 3) as u32);
    }
}
