// expect: race 16 17
// block: 64 grid: 1 buffers: 64 200
// The place to write to is counted without an atomic.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn even_ones(x: &[u32], y: *mut u32) {
    let count = shared_array![u32; 1];
    let t = thread::thread_idx_x() as usize;
    if t == 0 {
        *count = 0;
    }
    thread::sync_threads();
    if x[t] % 2 == 0 {
        let place = *count;
        *count = place + 1;
        *y.add(place as usize + t) = x[t];
    }
}
