// expect: nothing
// block: 64 grid: 1 buffers: 256 64
// Two tiles in turn need only one barrier per round.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn sum_of_tiles(x: &[u32], y: *mut u32) {
    let tiles = shared_array![u32; 128];
    let t = thread::thread_idx_x() as usize;
    let mut sum = 0;
    for step in 0..4 {
        let half = step % 2 * 64;
        *tiles.add(half + t) = x[64 * step + t];
        thread::sync_threads();
        for i in 0..64 {
            sum += *tiles.add(half + i);
        }
    }
    *y.add(t) = sum;
}
