// expect: nothing
// block: 32 grid: 1 buffers: 128 4
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn count(x: &[u32], counts: *mut u32) {
    let i = thread::index_1d() as usize;
    let b = (x[i] % 4) as usize;
    atomic_fetch_add_u32_device(counts.add(b), Ordering::Relaxed, x[i]);
}
