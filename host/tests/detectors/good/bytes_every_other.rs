// expect: nothing
// block: 32 grid: 1 buffers: 16 16
// The near miss of two threads at one byte: each has one to itself, and leaves one out.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn spread(x: &[u8], y: *mut u8) {
    let t = thread::thread_idx_x() as usize;
    let value = x[t] ^ t as u8;
    let place = t * 2;
    *y.add(place) = value;
}
