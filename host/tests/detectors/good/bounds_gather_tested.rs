// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// Indices come from a buffer and are tested.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn gather(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let index = x[t] as usize + 8;
    if index < x.len() {
        *y.add(t) = x[index];
    }
}
