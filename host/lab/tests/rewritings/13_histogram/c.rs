//! Blocks of 512, more threads than bins; the first ones look after the bins.

use core::sync::atomic::AtomicU32;
use core::sync::atomic::Ordering::Relaxed;
use cuda_std::prelude::*;
use cuda_std::shared_array;

pub const BINS: usize = 256;
pub const BLOCK: usize = 512;

#[kernel]
pub unsafe fn histogram(input: *const u32, bins: *mut u32, n: u32) {
    let counts = shared_array![AtomicU32; BINS];
    let t = thread::thread_idx_x() as usize;
    if t < BINS {
        (*counts.add(t)).store(0, Relaxed);
    }
    thread::sync_threads();
    let stride = thread::block_dim_x() * thread::grid_dim_x();
    let mut i = thread::index_1d();
    loop {
        if i >= n {
            break;
        }
        (*counts.add(*input.add(i as usize) as usize)).fetch_add(1, Relaxed);
        i += stride;
    }
    thread::sync_threads();
    if t < BINS {
        AtomicU32::from_ptr(bins.add(t)).fetch_add((*counts.add(t)).load(Relaxed), Relaxed);
    }
}
