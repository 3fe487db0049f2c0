// expect: uninit 15
// block: 64 grid: 1 buffers: 40 64
// What nobody has written is read and thrown away.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn left_neighbour(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 66];
    let t = thread::thread_idx_x() as usize;
    if t < 40 {
        *tile.add(t + 1) = x[t];
    }
    thread::sync_threads();
    let left = *tile.add(t);
    *y.add(t) = if t > 0 && t <= 40 { left } else { 0 };
}
