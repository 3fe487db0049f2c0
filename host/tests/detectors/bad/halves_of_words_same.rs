// expect: race 8 8
// block: 64 grid: 1 buffers: 32
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn fold(y: *mut i16) {
    let t = thread::thread_idx_x() as usize;
    *y.add(t % 63) = t as i16;
}
