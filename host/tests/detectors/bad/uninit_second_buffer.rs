// expect: uninit 15
// block: 64 grid: 1 buffers: 64 64
// The first round reads the buffer that the second round fills.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn ahead_of_itself(x: &[u32], y: *mut u32) {
    let tiles = shared_array![u32; 128];
    let t = thread::thread_idx_x() as usize;
    let mut sum = 0u32;
    for step in 0..2 {
        *tiles.add(64 * step + t) = x[t];
        thread::sync_threads();
        sum = sum.wrapping_add(*tiles.add(64 * (1 - step) + 63 - t));
        thread::sync_threads();
    }
    *y.add(t) = sum;
}
