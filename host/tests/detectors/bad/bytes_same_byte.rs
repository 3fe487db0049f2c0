// expect: race 11 11
// block: 64 grid: 1 buffers: 16 16
// Two neighbours write the same byte; the others of the word are no concern of theirs.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn halve(x: &[u8], y: *mut u8) {
    let t = thread::thread_idx_x() as usize;
    let value = x[t] ^ t as u8;
    let place = t / 2;
    *y.add(place) = value;
}
