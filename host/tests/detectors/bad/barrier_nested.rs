// expect: barrier 11
// block: 64 grid: 1 buffers: 64
// A barrier two branches deep; the inner one parts the lanes.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn nested(y: *mut u32) {
    let t = thread::thread_idx_x();
    if thread::block_idx_x() == 0 {
        if t >= 40 {
            thread::sync_threads();
        }
    }
    *y.add(t as usize) = t;
}
