// expect: race 11 15
// block: 62 grid: 1 buffers: 62 62
// The halo is filled by other threads than those that read it, without a barrier.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn neighbours(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t + 1) = x[t];
    if t < 2 {
        *tile.add(63 * t) = 0;
    }
    *y.add(t) = *tile.add(t) ^ *tile.add(t + 2);
}
