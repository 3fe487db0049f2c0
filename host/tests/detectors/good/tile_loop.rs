// expect: nothing
// block: 64 grid: 1 buffers: 256 64
// A tile loop with a barrier before and after its use.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn sum_of_tiles(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    let mut sum = 0;
    for step in 0..4 {
        *tile.add(t) = x[64 * step + t];
        thread::sync_threads();
        for i in 0..64 {
            sum += *tile.add(i);
        }
        thread::sync_threads();
    }
    *y.add(t) = sum;
}
