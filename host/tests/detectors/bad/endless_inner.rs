// expect: endless 12
// block: 64 grid: 1 buffers: 64 budget: 40000
// The outer loop would end, but the inner one counts the wrong variable.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn wrong_counter(y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let mut x = 0;
    for _ in 0..16 {
        let j = 0;
        while j < 4 {
            *y.add(t) = x;
            x += 1;
        }
    }
}
