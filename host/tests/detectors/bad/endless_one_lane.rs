// expect: endless 10
// block: 64 grid: 1 buffers: 64 64 budget: 100000
// Some lanes never find what they look for.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn look_for_zero(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let mut at = t;
    while x[at] != 0 {
        at = (at + 2) % 64;
    }
    *y.add(t) = at as u32;
}
