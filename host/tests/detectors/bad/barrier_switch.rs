// expect: barrier 11
// block: 64 grid: 1 buffers: 64
// Only one arm of a match has the barrier.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn by_remainder(y: *mut u32) {
    let t = thread::thread_idx_x();
    match t % 3 {
        0 => *y.add(t as usize) = 1,
        1 => thread::sync_threads(),
        _ => *y.add(t as usize) = 2,
    }
}
