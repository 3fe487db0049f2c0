// expect: race 12 14
// block: 64 grid: 1 buffers: 64 64
// All read a value that thread 0 writes just before.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn broadcast(x: &[f32], y: *mut f32) {
    let value = shared_array![f32; 1];
    let t = thread::thread_idx_x() as usize;
    if t == 0 {
        *value = x[5];
    }
    *y.add(t) = *value;
}
