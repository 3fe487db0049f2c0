// expect: nothing
// block: 64 grid: 3 buffers: 192 8
// A histogram in global memory with atomics, over several blocks.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn histogram(x: &[u32], bins: *mut u32) {
    let i = thread::index_1d() as usize;
    atomic_fetch_add_u32_device(bins.add(x[i] as usize % 8), Ordering::Relaxed, 1);
}
