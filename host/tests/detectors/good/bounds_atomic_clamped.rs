// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// Values past the last bin count in the last.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn histogram(x: &[u32], y: *mut u32) {
    let bins = shared_array![u32; 8];
    let t = thread::thread_idx_x() as usize;
    if t < 8 {
        *bins.add(t) = 0;
    }
    thread::sync_threads();
    let bin = (x[t] as usize / 4).min(7);
    atomic_fetch_add_u32_block(bins.add(bin), Ordering::Relaxed, 1);
    thread::sync_threads();
    *y.add(t) = *bins.add(t % 8);
}
