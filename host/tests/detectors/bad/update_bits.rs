// expect: race 10
// block: 64 grid: 1 buffers: 64 2
// Every thread sets a bit of its own, in words that they share.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn mark(x: &[u32], bits: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    if x[t] % 3 == 0 {
        *bits.add(t / 32) |= 1 << (t % 32);
    }
}
