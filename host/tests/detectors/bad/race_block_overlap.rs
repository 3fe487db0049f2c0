// expect: race 9 11
// block: 64 grid: 2 buffers: 128 128
// Each block writes one word too many, which is the first of the next.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn with_end_mark(x: &[u32], y: *mut u32) {
    let i = thread::index_1d() as usize;
    *y.add(i) = x[i];
    if thread::thread_idx_x() == 63 && i < 127 {
        *y.add(i + 1) = 0;
    }
}
