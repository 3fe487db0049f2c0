// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// What comes from before the first lane lies in an array of the thread's own.
use crate::warp::shuffle_up_u32;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn keep(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let mut kept = [0; 4];
    kept[t % 2] = shuffle_up_u32(x[t], 1);
    kept[t % 2 + 2] = x[t];
    *y.add(t) = kept[2 + t % 2];
}
