// expect: nothing
// block: 64 grid: 1 buffers: 50 64
// The index is tested in front of the read, in the same condition.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn small(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    if t < x.len() && x[t] < 100 {
        *y.add(t) = 1;
    }
}
