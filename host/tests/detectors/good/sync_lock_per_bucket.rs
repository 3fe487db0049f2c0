// expect: nothing
// block: 32 grid: 6 buffers: 64 6 3
// Two locks, each for a bucket of its own; even and odd blocks do not meet.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn buckets(x: &[f32], sums: *mut f32, locks: *mut u32) {
    if thread::thread_idx_x() == 0 {
        let b = thread::block_idx_x() as usize;
        let bucket = b % 2;
        let lock = locks.add(bucket);
        // The word starts with its index, which is what stands for an open lock.
        while atomic_fetch_exch_u32_device(lock, Ordering::AcqRel, 9) == 9 {}
        *sums.add(bucket) += x[b];
        atomic_store_32_device(lock, Ordering::Release, bucket as u32);
    }
}
