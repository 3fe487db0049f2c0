// expect: race 11 12
// block: 64 grid: 1 buffers: 16 16
// A byte of the same word, but of another thread, without a barrier between.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn shift(x: &[u8], y: *mut u8) {
    let tile = shared_array![u8; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = x[t];
    *y.add(t) = *tile.add(t ^ 1);
}
