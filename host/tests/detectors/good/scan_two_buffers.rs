// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// A scan that alternates between two arrays with one barrier per step.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn scan(x: &[u32], y: *mut u32) {
    let both = shared_array![u32; 128];
    let t = thread::thread_idx_x() as usize;
    let mut start = 0;
    *both.add(t) = x[t];
    thread::sync_threads();
    let mut distance = 1;
    while distance < 64 {
        let mut sum = *both.add(start + t);
        if t >= distance {
            sum += *both.add(start + t - distance);
        }
        start = 64 - start;
        *both.add(start + t) = sum;
        thread::sync_threads();
        distance *= 2;
    }
    *y.add(t) = *both.add(start + t);
}
