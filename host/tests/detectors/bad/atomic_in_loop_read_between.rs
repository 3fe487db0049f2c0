// expect: race 15 23
// block: 64 grid: 1 buffers: 64 3
// Each round counts anew, and the count is set back while others still read it.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn rounds(x: &[u32], y: *mut u32) {
    let count = shared_array![u32; 1];
    let t = thread::thread_idx_x() as usize;
    for round in 0..3 {
        if t == 0 {
            *count = 0;
        }
        thread::sync_threads();
        if x[t] % 3 == round {
            atomic_fetch_add_u32_block(count, Ordering::Relaxed, 1);
        }
        thread::sync_threads();
        if t == 63 {
            *y.add(round as usize) = *count;
        }
    }
}
