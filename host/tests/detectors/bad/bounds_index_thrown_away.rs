// expect: bounds 9
// block: 64 grid: 1 buffers: 50 64
// An index that is read past the end leads to a value that is thrown away.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn gather(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let at = x[t] as usize;
    let value = x[at.min(x.len() - 1)];
    *y.add(t) = if t < x.len() { value } else { 9 };
}
