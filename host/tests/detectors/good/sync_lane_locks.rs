// expect: nothing
// block: 48 grid: 2 buffers: 96 5 5
// Every thread takes the lock of its bucket: who gets it is done, the others try again.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn buckets(x: &[u32], locks: *mut u32, sums: *mut u32) {
    let value = x[thread::index_1d() as usize];
    let bucket = value as usize % 5;
    let lock = locks.add(bucket);
    let mut is_done = false;
    while !is_done {
        // The word starts with its index, so anything but 9 stands for an open lock.
        if atomic_fetch_exch_u32_device(lock, Ordering::Acquire, 9) != 9 {
            *sums.add(bucket) += value;
            atomic_store_32_device(lock, Ordering::Release, 0);
            is_done = true;
        }
    }
}
