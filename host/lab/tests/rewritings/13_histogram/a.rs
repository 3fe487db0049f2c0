//! Blocks of 256, one bin for each thread, empty bins left out.

use core::sync::atomic::{AtomicU32, Ordering};
use cuda_std::prelude::*;
use cuda_std::shared_array;

const BLOCK: usize = 256;

#[kernel]
pub unsafe fn histogram(input: &[u32], bins: *mut u32, n: u32) {
    let own = shared_array![u32; BLOCK];
    let me = thread::thread_idx_x() as usize;
    *own.add(me) = 0;
    thread::sync_threads();
    let first = thread::index_1d() as usize;
    for place in (first..input.len()).step_by(BLOCK * thread::grid_dim_x() as usize) {
        let counter = AtomicU32::from_ptr(own.add(input[place] as usize));
        counter.fetch_add(1, Ordering::Relaxed);
    }
    thread::sync_threads();
    let seen = *own.add(me);
    if seen > 0 {
        AtomicU32::from_ptr(bins.add(me)).fetch_add(seen, Ordering::Relaxed);
    }
}
