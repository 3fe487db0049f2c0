// expect: nothing
// block: 64 grid: 1 buffers: 64 2
// The same with an atomic.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn mark(x: &[u32], bits: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    if x[t] % 3 == 0 {
        atomic_fetch_or_u32_device(bits.add(t / 32), Ordering::Relaxed, 1 << (t % 32));
    }
}
