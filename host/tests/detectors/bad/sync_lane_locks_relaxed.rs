// expect: race 16
// block: 48 grid: 2 buffers: 96 5 5
// The lock of the bucket is taken and given back, but nothing orders what is done in between.
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
        if atomic_fetch_exch_u32_device(lock, Ordering::Relaxed, 9) != 9 {
            *sums.add(bucket) += value;
            atomic_store_32_device(lock, Ordering::Relaxed, 0);
            is_done = true;
        }
    }
}
