// expect: barrier 11
// block: 128 grid: 1 buffers: 128
// The two halves of the block go round differently often, and then meet at another barrier.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn uneven_rounds(y: *mut u32) {
    let t = thread::thread_idx_x();
    let rounds = 1 + t / 64;
    for _ in 0..rounds {
        thread::sync_threads();
    }
    *y.add(t as usize) = rounds;
    thread::sync_threads();
}
