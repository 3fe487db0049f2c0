// expect: race 12 14
// block: 128 grid: 1 buffers: 64 64
// Half of the block reads what the other half writes.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn hand_over(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    if t < 64 {
        *tile.add(t) = x[t];
    } else {
        *y.add(t - 64) = *tile.add(t - 64);
    }
}
