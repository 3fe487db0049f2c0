// expect: nothing
// block: 33 grid: 2 buffers: 132 2
// A sum of 64 bits by atomics.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn sum(x: &[u64], sum: *mut u64) {
    let i = thread::index_1d() as usize;
    atomic_fetch_add_u64_device(sum, Ordering::Relaxed, x[i]);
}
