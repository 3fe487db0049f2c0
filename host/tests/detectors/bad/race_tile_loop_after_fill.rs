// expect: race 13 15
// block: 64 grid: 1 buffers: 256 64
// The barrier after filling the tile is missing.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn sum_of_tiles(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    let mut sum = 0u32;
    for step in 0..4 {
        *tile.add(t) = x[64 * step + t];
        for i in 0..64 {
            sum = sum.wrapping_add(*tile.add(i));
        }
        thread::sync_threads();
    }
    *y.add(t) = sum;
}
