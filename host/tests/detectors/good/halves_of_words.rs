// expect: nothing
// block: 64 grid: 1 buffers: 32
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn fill(y: *mut i16) {
    let t = thread::thread_idx_x() as usize;
    *y.add(63 - t) = t as i16;
}
