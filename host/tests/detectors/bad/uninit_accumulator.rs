// expect: uninit 12
// block: 64 grid: 1 buffers: 64 1
// A sum that relies on starting as zero.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn sum(x: &[f32], y: *mut f32) {
    let sum = shared_array![f32; 1];
    if thread::thread_idx_x() == 0 {
        for i in 0..64 {
            *sum += x[i];
        }
        *y = *sum;
    }
}
