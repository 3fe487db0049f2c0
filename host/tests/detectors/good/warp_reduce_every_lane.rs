// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// Only the first lane has the sum of all; what the others keep is of no use, but defined.
use crate::warp::shuffle_down_u32;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn sums(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let mut sum = x[t];
    let mut delta = 16;
    while delta > 0 {
        sum += shuffle_down_u32(sum, delta);
        delta /= 2;
    }
    *y.add(t) = sum;
}
