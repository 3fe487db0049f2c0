// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// The same scan with a barrier between reading and writing.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn scan(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = x[t];
    thread::sync_threads();
    let mut distance = 1;
    while distance < 64 {
        let mut sum = *tile.add(t);
        if t >= distance {
            sum += *tile.add(t - distance);
        }
        thread::sync_threads();
        *tile.add(t) = sum;
        thread::sync_threads();
        distance *= 2;
    }
    *y.add(t) = *tile.add(t);
}
