// expect: bounds 9
// block: 64 grid: 1 buffers: 50 64
// The index is tested behind the read, which is too late in Rust.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn small(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    if x[t] < 100 && t < x.len() {
        *y.add(t) = 1;
    }
}
