// expect: race 21 24
// block: 32 grid: 5 buffers: 64 1 4 5
// The sum is read before the lock is taken.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Summary {
    count: u32,
    sum: u32,
    least: u32,
    most: u32,
}

#[kernel]
pub unsafe fn summary(x: &[u32], word: *mut u32, all: *mut Summary, y: *mut u32) {
    if thread::thread_idx_x() == 0 {
        let b = thread::block_idx_x() as usize;
        *y.add(b) = (*all).sum;
        while atomic_fetch_exch_u32_device(word, Ordering::Acquire, 1) != 0 {}
        (*all).count += 1;
        (*all).sum += x[b];
        atomic_store_32_device(word, Ordering::Release, 0);
    }
}
