// expect: nothing
// block: 32 grid: 5 buffers: 64 1 4
// A lock around a structure, in functions of its own.
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

unsafe fn lock(word: *mut u32) {
    while atomic_fetch_exch_u32_device(word, Ordering::Acquire, 1) != 0 {
        thread::nanosleep(20);
    }
}

unsafe fn unlock(word: *mut u32) {
    atomic_store_32_device(word, Ordering::Release, 0);
}

#[kernel]
pub unsafe fn summary(x: &[u32], word: *mut u32, all: *mut Summary) {
    if thread::thread_idx_x() == 0 {
        let value = x[thread::block_idx_x() as usize];
        lock(word);
        (*all).count += 1;
        (*all).sum += value;
        (*all).least = (*all).least.min(value);
        (*all).most = (*all).most.max(value);
        unlock(word);
    }
}
