// expect: race 15 15
// block: 64 grid: 1 buffers: 64 8
// A histogram in shared memory without atomics.
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
    *bins.add(x[t] as usize % 8) += 1;
    thread::sync_threads();
    if t < 8 {
        *y.add(t) = *bins.add(t);
    }
}
