// expect: nothing
// block: 50 grid: 3 buffers: 192 2 2
// Counts, minima and maxima of several blocks, each in a word of its own.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn totals(x: &[u32], counts: *mut u32, extremes: *mut i32) {
    let i = thread::index_1d() as usize;
    let value = x[i] as i32 - 70;
    atomic_fetch_add_u32_device(counts, Ordering::Relaxed, 1);
    atomic_fetch_or_u32_device(counts.add(1), Ordering::Relaxed, 1 << (i % 32));
    atomic_fetch_min_i32_device(extremes, Ordering::Relaxed, value);
    atomic_fetch_max_i32_device(extremes.add(1), Ordering::Relaxed, value);
}
