// expect: nothing
// block: 64 grid: 3 buffers: 256 1 1
use core::sync::atomic::Ordering;
use cuda_std::atomic::{AtomicF32, AtomicF64};
use cuda_std::prelude::*;
use cuda_std::shared_array;

/// The largest of a block in shared memory, then of all in a buffer.
#[kernel]
pub unsafe fn maximum(x: &[u32], y: &[AtomicF32], z: *mut u32) {
    let most = shared_array![AtomicF32; 1];
    let sum = shared_array![AtomicF64; 1];
    let t = thread::thread_idx_x() as usize;
    if t == 0 {
        (*most).store(0.0, Ordering::Relaxed);
        (*sum).store(0.0, Ordering::Relaxed);
    }
    thread::sync_threads();
    let own = x[thread::index_1d() as usize] as f32;
    (*most).fetch_max(own, Ordering::Relaxed);
    (*sum).fetch_add(own as f64, Ordering::Relaxed);
    thread::sync_threads();
    if t == 0 {
        y[0].fetch_max((*most).load(Ordering::Relaxed), Ordering::Relaxed);
        if (*sum).load(Ordering::Relaxed) < 0.0 {
            *z = 1;
        }
    }
}
