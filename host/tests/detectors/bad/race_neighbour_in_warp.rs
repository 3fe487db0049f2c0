// expect: race 11 12
// block: 64 grid: 1 buffers: 64 64
// Neighbouring lanes exchange without a barrier: running in step is no guarantee.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn swap_pairs(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = x[t] + 1;
    *y.add(t) = *tile.add(t ^ 1);
}
