// expect: uninit 15
// block: 64 grid: 1 buffers: 64 64
// What nobody has written is carried round the loop and stored in the end.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn windows(x: &[f32], y: *mut f32) {
    let tile = shared_array![f32; 70];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = x[t];
    thread::sync_threads();
    let mut sum = 0.0;
    for i in 0..7 {
        sum += *tile.add(t + i);
    }
    *y.add(t) = sum;
}
