// expect: uninit 15
// block: 64 grid: 1 buffers: 64 64
// What nobody has written is read and thrown away.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn half(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    if t < 32 {
        *tile.add(t) = x[t];
    }
    thread::sync_threads();
    let value = *tile.add(t);
    *y.add(t) = if t < 32 { value } else { 0 };
}
